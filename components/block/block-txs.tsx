import Link from "next/link";
import type { ListColumn, ListProps } from "@/components/list/list-frame";
import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { commonDecimals, groupDigits } from "@/lib/words/format";
import type { BlockTxPage, BlockTxRow } from "./block-tx-page";

const COLUMNS: readonly ListColumn[] = [
  { label: "Type", bar: 96 },
  { label: "What happened", bar: 220 },
  { label: "Id", bar: 120 },
  { label: "Fee, AVAX", bar: 64, right: true },
];

interface BlockTxsProps {
  title: string;
  /** The list’s anchor, and its name in the page’s query. */
  list: string;
  first: BlockTxPage;
  /** Number of its first row, counted from 1. */
  from: number;
  /** Of the whole block. */
  count: number;
  path: string;
  /** Of the block’s page. */
  href: string;
}

/** Transactions of a block in order of effect, each with a sentence. */
export function blockTxs({
  title,
  list,
  first,
  from,
  count,
  path,
  href,
}: BlockTxsProps): ListProps<BlockTxPage, BlockTxRow> {
  return {
    id: list,
    path,
    first,
    rowsOf: ({ rows }) => rows,
    idOf: ({ id }) => id,
    caption: "Transactions of this block",
    title: (
      <>
        {title} <span className={PANEL_ASIDE}>{groupDigits(count)}</span>
      </>
    ),
    nouns: ["transaction", "transactions"],
    columns: COLUMNS,
    decimals: (rows) => [
      commonDecimals(
        rows.map(({ fee }) => fee),
        9,
      ),
    ],
    cells: (row, [fees]) => <TxCells {...row} fees={fees} />,
    hrefAfter: (_, rows) => `${withQuery<"block">(href, { list, from: from + rows.length })}#${list}`,
    startHref: from === 1 ? undefined : href,
    ending: ", in block order",
  };
}

function TxCells({ chain, id, type, sentence, fee, fees }: BlockTxRow & { fees: number | undefined }) {
  const href = hrefTo("tx", { chain, id });
  return (
    <>
      <Cell at="c">
        <Tag>{type}</Tag>
      </Cell>
      <Cell at="a" wraps>
        <Link href={href} prefetch={false}>
          {sentence}
        </Link>
      </Cell>
      <Cell>
        <HashLink value={id} href={href} label="transaction" />
      </Cell>
      <Cell right at="d">
        <Avax value={fee} unit={false} column={fees} />
      </Cell>
    </>
  );
}
