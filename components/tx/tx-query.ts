import type { CallsView } from "@/components/evm/tx/calls-panel";
import type { InputView } from "@/components/evm/tx/input";
import { type RawView, readRawView } from "@/components/hex/raw-view";
import { type ListPosition, queryOfPosition, readListPosition } from "@/components/list/position";
import type { PageQuery } from "@/lib/contract/pages";
import type { FlowView } from "./utxo-flow";

/** Views of a transaction's page. Inputs and calls are those of an EVM transaction, the flow is that of any other. */
export interface TxViews {
  flow: FlowView;
  raw: RawView;
  input: InputView;
  calls: CallsView;
}

/** The query of a transaction's page: its views, and where one of its lists starts. An unknown text means the default. */
export const TX_QUERY: PageQuery<
  "tx",
  TxViews & { position: ListPosition },
  Partial<TxViews & { position: ListPosition }>
> = {
  read: ({ flow, raw, input, calls, ...position }) => ({
    flow: flow === "table" ? flow : "flow",
    raw: readRawView(raw),
    input: input === "raw" ? input : "annotated",
    calls: calls === "value" ? calls : "tree",
    position: readListPosition(position),
  }),
  write: ({ flow = "flow", raw = "annotated", input = "annotated", calls = "tree", position }) => ({
    flow: flow === "flow" ? undefined : flow,
    raw: raw === "annotated" ? undefined : raw,
    input: input === "annotated" ? undefined : input,
    calls: calls === "tree" ? undefined : calls,
    ...(position && queryOfPosition(position)),
  }),
};
