import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";

const COLUMNS = [
  { label: "Chain" },
  { label: "What happened" },
  { label: "Id" },
  { label: "Result" },
  { label: "Age", right: true },
];

interface LatestTxsProps {
  txs: readonly PChainTransaction[];
  /** What each does, by id. */
  sentences: Record<string, string>;
}

/** The newest transactions, each as what happened. */
export function LatestTxs({ txs, sentences }: LatestTxsProps) {
  return (
    <Panel
      title="Latest transactions"
      actions={
        <Link href="/p/txs" prefetch={false}>
          All transactions
        </Link>
      }
    >
      <Table caption="Latest transactions" columns={COLUMNS} className="t-tx">
        {txs.map((tx) => (
          <Row key={tx.txHash}>
            <Cell className="m-tag">
              <ChainTag chain="P" />
            </Cell>
            <Cell className="m-a w">
              <Link href={`/p/tx/${tx.txHash}`} prefetch={false}>
                {sentences[tx.txHash] ?? tx.txType}
              </Link>
            </Cell>
            <Cell className="m-c">
              <HashLink value={tx.txHash} href={`/p/tx/${tx.txHash}`} noun="transaction id" />
            </Cell>
            <Cell className="m-d">
              <StatusPill status="accepted" plain />
            </Cell>
            <Cell className="r m-b">
              <TimeAgo at={tx.blockTimestamp * 1000} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
