import Link from "next/link";
import type { TxRowFacts } from "@/components/list/tx-facts";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";

const COLUMNS = [
  { label: "Chain" },
  { label: "What happened" },
  { label: "Id" },
  { label: "Result" },
  { label: "Age", right: true },
];

/** A transaction of some chain, and what it does. */
export interface LatestTx {
  chain: Chain;
  tx: TxRowFacts;
  sentence: string;
}

interface LatestTxsProps {
  txs: readonly LatestTx[];
}

/** The newest transactions, each as what happened. */
export function LatestTxs({ txs }: LatestTxsProps) {
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
        {txs.map(({ chain, tx, sentence }) => (
          <Row key={tx.txHash}>
            <Cell className="m-tag">
              <ChainTag chain={CHAINS[chain].letter} />
            </Cell>
            <Cell className="m-a w">
              <Link href={`/${chain}/tx/${tx.txHash}`} prefetch={false}>
                {sentence}
              </Link>
            </Cell>
            <Cell className="m-c">
              <HashLink value={tx.txHash} href={`/${chain}/tx/${tx.txHash}`} noun="transaction id" />
            </Cell>
            <Cell className="m-d">
              <StatusPill status="accepted" plain />
            </Cell>
            <Cell className="r m-b">
              <TimeAgo at={tx.time * 1000} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
