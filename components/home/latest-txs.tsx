import Link from "next/link";
import { TxAge } from "@/components/tx/graph-time";
import { type ChainLetter, ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { type Status, StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { hrefTo } from "@/lib/contract/pages";

const COLUMNS = [
  { label: "Chain", quiet: true },
  { label: "What happened" },
  { label: "Id" },
  { label: "Result" },
  { label: "Age", right: true },
];

/** A transaction of any chain, with its sentence. */
export interface LatestTx {
  tag: ChainLetter;
  id: string;
  href: string;
  sentence: string;
  status: Status;
  /** Instead of the status’s own. */
  word?: string;
  /** Unix seconds; absent where nobody knows. */
  time?: number | undefined;
  /** From before the X-Chain had blocks: its time is that of its acceptance. */
  isInVertex?: boolean;
}

interface LatestTxsProps {
  txs: readonly LatestTx[];
}

/** The newest transactions, each with its sentence. */
export function LatestTxs({ txs }: LatestTxsProps) {
  return (
    <Panel
      title="Latest transactions"
      actions={
        <Link href={hrefTo("txs", { chain: "p" })} prefetch={false}>
          All transactions
        </Link>
      }
    >
      <Table caption="Latest transactions" columns={COLUMNS}>
        {txs.map(({ tag, id, href, sentence, status, word, time, isInVertex }) => (
          <Row key={id}>
            <Cell at="tag">
              <ChainTag chain={tag} />
            </Cell>
            <Cell at="a" wraps>
              <Link href={href} prefetch={false}>
                {sentence}
              </Link>
            </Cell>
            <Cell at="c">
              <HashLink value={id} href={href} label="transaction id" />
            </Cell>
            <Cell at="d">
              <StatusPill status={status} plain {...(word !== undefined && { word })} />
            </Cell>
            <Cell right at="b">
              <TxAge time={time} isInVertex={isInVertex} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
