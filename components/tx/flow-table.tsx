import type { ReactNode } from "react";
import type { ListColumn, ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { AddressLink } from "@/components/ui/address-link";
import { Amount } from "@/components/ui/amount";
import { Cell } from "@/components/ui/table";
import { BoxNote } from "./box-note";
import type { FlowPage, FlowRow } from "./flow-page";

const COLUMNS: readonly ListColumn[] = [
  { label: "Side", bar: 40 },
  { label: "Owner", bar: 120 },
  { label: "What became of it", bar: 160 },
  { label: "Amount", bar: 80, right: true },
];

interface FlowTableProps {
  title: ReactNode;
  actions: ReactNode;
  /** Same-origin path of its pages. */
  path: string;
  page: FlowPage;
  /** Anchor of the list. */
  list: string;
  /** Address of the page in its current view. */
  href: string;
}

/** Inputs and outputs of an asset: those of a consolidation are hundreds. */
export function flowTable({
  title,
  actions,
  path,
  page,
  list,
  href,
}: FlowTableProps): ListProps<FlowPage, FlowRow & { number: number }> {
  return {
    id: list,
    path,
    first: page,
    rowsOf: ({ rows, first }) => rows.map((row, at) => ({ ...row, number: first + at })),
    idOf: ({ number }) => `${list}-${number}`,
    caption: "Inputs and outputs",
    title,
    actions,
    nouns: ["input or output", "inputs and outputs"],
    columns: COLUMNS,
    cells: (row) => <Cells {...row} />,
    hrefAfter: ({ number }) => hrefAtPosition(href, { list, from: number + 1 }),
    startHref: page.first === 1 ? undefined : `${href}#${list}`,
  };
}

function Cells({ side, label, owners, note, noteTx, what, amount, decimals, unit }: FlowRow) {
  return (
    <>
      <Cell at="a">
        <span>
          {side}
          {label !== undefined && `, ${label.toLowerCase()}`}
        </span>
      </Cell>
      <Cell at="c">
        {owners.map((owner) => (
          <AddressLink key={owner} address={owner} chain="c" />
        ))}
      </Cell>
      <Cell at="d">
        <BoxNote note={note} {...(noteTx !== undefined && { noteTx })} />
      </Cell>
      <Cell right at="b">
        {what === undefined ? <Amount value={amount} decimals={decimals} unit={unit} /> : <span>{what}</span>}
      </Cell>
    </>
  );
}
