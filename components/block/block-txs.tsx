import Link from "next/link";
import { describeTx } from "@/components/effects/describe-tx";
import { isAvax } from "@/components/effects/format";
import type { TxContext } from "@/components/effects/tx-context";
import type { ListSlice } from "@/components/list/position";
import { SliceNav } from "@/components/list/slice-nav";
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
  /** In order of effect. */
  slice: ListSlice<{ tx: ChainTx; context: TxContext }>;
  /** Of the block's page. */
  path: string;
}

/** Transactions of a block, in pages, each with a sentence. */
export function BlockTxs({ title, slice, path }: BlockTxsProps) {
  if (slice.count === 0) return null;
  return (
    <Panel id={slice.list} title={title} aside={groupDigits(slice.count)}>
      <Table caption="Transactions of this block" columns={COLUMNS}>
        {slice.rows.map(({ tx, context }) => {
          const id = formatId(context.txId);
          const href = hrefTo("tx", { chain: context.chain, id });
          return (
            <Row key={id}>
              <Cell at="c">
                <Tag>{tx.txType}</Tag>
              </Cell>
              <Cell at="a" wraps>
                <Link href={href} prefetch={false}>
                  {describeTx(context).present}
                </Link>
              </Cell>
              <Cell>
                <HashLink value={id} href={href} label="transaction" />
              </Cell>
              <Cell right at="d">
                <Avax value={feeOf(context)} unit={false} />
              </Cell>
            </Row>
          );
        })}
      </Table>
      <SliceNav slice={slice} href={path} />
    </Panel>
  );
}

function feeOf({ effects, network }: TxContext): bigint {
  return balancesOf(effects).find(({ assetId }) => isAvax(assetId, network))?.fee ?? 0n;
}
