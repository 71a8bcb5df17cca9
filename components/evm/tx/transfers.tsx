import type { ListColumn, ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { Amount } from "@/components/ui/amount";
import { Icon } from "@/components/ui/icon";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { EvmTransferPage } from "@/lib/contract/firn/evm-transactions";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { TokenLink } from "../token/token-link";
import { moveOf, type TokenMove } from "./moves";

const COLUMNS: readonly ListColumn[] = [
  { label: "From", bar: 120 },
  { label: "Direction", bar: 16, quiet: true },
  { label: "To", bar: 120 },
  { label: "Amount", bar: 80, right: true },
  { label: "Token", bar: 80 },
];

/** A page of one of a transaction's lists, and where it came from. */
export interface ListPart<Page> {
  /** Same-origin path of the page. */
  path: string;
  page: Page;
}

interface TransfersProps extends ListPart<EvmTransferPage> {
  chain: EvmChain;
  /** Of the transaction’s page. */
  href: string;
}

interface Row {
  /** Counted from 1. */
  number: number;
  move: TokenMove;
}

/** Tokens that a transaction moved, in the order of its logs. */
export function transfers({ chain, path, page, href }: TransfersProps): ListProps<EvmTransferPage, Row> {
  return {
    id: "transfers",
    path,
    first: page,
    rowsOf: ({ first, transfers }) =>
      transfers.map((transfer, at) => ({ number: first + at, move: moveOf(transfer) })),
    idOf: ({ number }) => `transfer-${number}`,
    caption: "Token transfers",
    title: (
      <>
        Token transfers <span className={PANEL_ASIDE}>{groupDigits(page.count)}</span>
      </>
    ),
    nouns: ["transfer", "transfers"],
    look: "lines",
    columns: COLUMNS,
    cells: ({ move }) => <Cells chain={chain} move={move} />,
    hrefAfter: ({ number }) => hrefAtPosition(href, { list: "transfers", from: number + 1 }),
    startHref: page.first === 1 ? undefined : href,
    ending: ", in order of logs",
  };
}

function Cells({ chain, move }: { chain: EvmChain; move: TokenMove }) {
  return (
    <>
      <Cell at="c" lead="from">
        <AccountLink chain={chain} account={move.from} none="Minted" />
      </Cell>
      <Cell sign>
        <span className="text-ink-3">
          <Icon name="right" small />
        </span>
      </Cell>
      <Cell at="d" lead="to">
        <AccountLink chain={chain} account={move.to} none="Burned" />
      </Cell>
      <Cell right at="a">
        <Amount value={move.value} decimals={move.decimals} />
      </Cell>
      <Cell at="b">
        <TokenLink chain={chain} move={move} />
      </Cell>
    </>
  );
}
