import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";
import type { EvmExecution } from "@/lib/contract/firn/evm";
import { CallsPanel } from "./calls-panel";

type Props = Parameters<typeof CallsPanel>[0];

/** The panel of a payment that may have run a contract's code. */
function shown(untraced: true | undefined, execution?: Partial<EvmExecution>): string {
  const detail = {
    nativeTransaction: { txStatus: "1", method: { callType: "NATIVE_TRANSFER" } },
    untraced,
  } as TransactionDetail;
  const props = { detail, execution, view: "tree", hrefOf: () => "", path: "", lookUp: () => undefined };
  return renderToStaticMarkup(<CallsPanel {...(props as unknown as Props)} />);
}

it("says that calls are not known when the block is untraced and the node gives none", () => {
  expect(shown(true)).toMatch(/not known.*has not traced this block/);
  expect(shown(true, { withoutCalls: "The node is away." })).toMatch(/not known.*The node is away\./);
});

it("shows nothing when there are none", () => {
  expect(shown(undefined)).toBe("");
  expect(shown(true, { calls: [], callCount: 1 })).toBe("");
});
