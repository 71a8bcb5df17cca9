import type { ReactNode } from "react";
import type { ListColumn, ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { Amount } from "@/components/ui/amount";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import type { EvmInternalPage } from "@/lib/contract/firn/evm-transactions";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { Opcode } from "./opcode";
import type { ListPart } from "./transfers";

interface CallsProps extends ListPart<EvmInternalPage> {
  chain: EvmChain;
  /** Of the transaction’s page. */
  href: string;
  /** Whether the whole transaction reverted. */
  reverted: boolean;
  title: ReactNode;
  actions: ReactNode;
  note: ReactNode;
}

/** Opcodes that the published API has no name for. */
const OPCODES: Record<string, string> = { UNKNOWN: "SELFDESTRUCT" };

interface Row {
  /** Counted from 1. */
  number: number;
  call: EvmInternalPage["internalTransactions"][number];
}

/** Calls with value and contract creations inside a transaction, in trace order. */
export function calls({
  chain,
  path,
  page,
  href,
  reverted,
  title,
  actions,
  note,
}: CallsProps): ListProps<EvmInternalPage, Row> {
  return {
    id: "calls",
    path,
    first: page,
    rowsOf: ({ first, internalTransactions }) =>
      internalTransactions.map((call, at) => ({ number: first + at, call })),
    idOf: ({ number }) => `call-${number}`,
    caption: "Calls with value inside this transaction",
    title,
    actions,
    note,
    nouns: ["call", "calls"],
    columns: columnsOf(chain),
    cells: ({ call }) => <Cells chain={chain} call={call} reverted={reverted} />,
    hrefAfter: ({ number }) => hrefAtPosition(href, { list: "calls", from: number + 1 }),
    startHref: page.first === 1 ? undefined : href,
    ending: ", in the order in which they began",
  };
}

function columnsOf({ symbol }: EvmChain): readonly ListColumn[] {
  return [
    { label: "Call", bar: 64 },
    { label: "From", bar: 120, wide: true },
    { label: "To", bar: 120 },
    { label: `Value, ${symbol}`, bar: 80, right: true },
    { label: "Gas used", bar: 64, right: true, wide: true },
  ];
}

function Cells({ chain, call, reverted }: { chain: EvmChain; call: Row["call"]; reverted: boolean }) {
  return (
    <>
      <Cell at="c">
        <Opcode>{OPCODES[call.internalTxType] ?? call.internalTxType}</Opcode>{" "}
        {call.isReverted && (
          <StatusPill status="reverted" plain word={reverted ? "Reverted" : "Reverted, caught"} />
        )}
      </Cell>
      <Cell wide>
        <AccountLink chain={chain} account={call.from} />
      </Cell>
      <Cell at="a">
        <AccountLink chain={chain} account={call.to} />
      </Cell>
      <Cell right at="b">
        <Amount value={call.value} decimals={WEI_DECIMALS} />
      </Cell>
      <Cell right wide>
        {groupDigits(call.gasUsed)}
      </Cell>
    </>
  );
}
