import Link from "next/link";
import type { Scene } from "@/components/effects/scene";
import { sentenceOf } from "@/components/effects/sentence";
import { isAvax } from "@/components/effects/words";
import { PartNav } from "@/components/list/part-nav";
import type { Part } from "@/components/list/place";
import { balancesOf } from "@/components/tx/amounts";
import { Avax } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { Cell, type Column, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { formatId } from "@/lib/avalanche/ids";
import { hrefTo } from "@/lib/contract/pages";
import type { ChainTx } from "./inside";

const COLUMNS: readonly Column[] = [
  { label: "Type" },
  { label: "What happened" },
  { label: "Id" },
  { label: "Fee, AVAX", right: true },
];

interface BlockTxsProps {
  title: string;
  /** In the order in which they take effect. */
  part: Part<{ tx: ChainTx; scene: Scene }>;
  /** Of the block's page. */
  path: string;
}

/** Transactions of a block, page by page, each as what it does. */
export function BlockTxs({ title, part, path }: BlockTxsProps) {
  if (part.count === 0) return null;
  return (
    <Panel id={part.list} title={title} aside={groupDigits(part.count)}>
      <Table caption="Transactions of this block" columns={COLUMNS}>
        {part.rows.map(({ tx, scene }) => {
          const id = formatId(scene.txId);
          const href = hrefTo("tx", { chain: scene.chain, id });
          return (
            <Row key={id}>
              <Cell at="c">
                <Tag>{tx.txType}</Tag>
              </Cell>
              <Cell at="a" wraps>
                <Link href={href} prefetch={false}>
                  {sentenceOf(scene).present}
                </Link>
              </Cell>
              <Cell>
                <HashLink value={id} href={href} noun="transaction" />
              </Cell>
              <Cell right at="d">
                <Avax value={feeOf(scene)} unit={false} />
              </Cell>
            </Row>
          );
        })}
      </Table>
      <PartNav part={part} path={path} />
    </Panel>
  );
}

function feeOf({ effects, network }: Scene): bigint {
  return balancesOf(effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n;
}
