import type { TxDetails } from "@/components/effects/tx-context";
import { type ListPosition, type NumberedPage, pageOfSlice, sliceAt } from "@/components/list/position";
import { type AssetForm, formOfAsset } from "./asset-form";
import { type Box, type Flow, flowsOf } from "./boxes";

/** An input or output as a table shows it. */
export interface FlowRow extends Pick<Box, "label" | "owners" | "note" | "noteTx" | "what">, AssetForm {
  side: "In" | "Out";
  /** Base units. */
  amount: string;
}

export type FlowPage = NumberedPage<FlowRow>;

/** Anchor of the flow of an asset, and its name in the page's query. */
export function listOfFlow(index: number): string {
  return index === 0 ? "flow" : `flow-${index}`;
}

/** A page of one of a transaction's flows; undefined if it has no such flow. */
export function flowPage(details: TxDetails, position: ListPosition): FlowPage | undefined {
  const flow = flowsOf(details).find((_, index) => listOfFlow(index) === position.list);
  return flow && pageOfFlow(flow, details, position);
}

/** The inputs of a flow, then its outputs, at a position. */
export function pageOfFlow(
  { inputs, outputs, assetId }: Flow,
  { network }: TxDetails,
  position: ListPosition,
): FlowPage {
  const form = formOfAsset(assetId, network);
  const rows = [
    ...inputs.map((box) => ({ side: "In" as const, box })),
    ...outputs.map((box) => ({ side: "Out" as const, box })),
  ];
  return pageOfSlice(
    sliceAt(rows, position.list, position),
    ({ side, box: { label, owners, note, noteTx, what, amount } }) => ({
      side,
      owners,
      note,
      amount: String(amount),
      ...form,
      ...(label !== undefined && { label }),
      ...(noteTx !== undefined && { noteTx }),
      ...(what !== undefined && { what }),
    }),
  );
}
