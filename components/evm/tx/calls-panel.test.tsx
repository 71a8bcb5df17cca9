import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { EvmCallPage, FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { CallsPanel } from "./calls-panel";

type Props = Parameters<typeof CallsPanel>[0];

/** The panel of a payment that may have run a contract's code. */
function shown(untraced: true | undefined, page: Partial<EvmCallPage> = {}): string {
  const tx = {
    nativeTransaction: { txStatus: "1", method: { callType: "NATIVE_TRANSFER" } },
    internalTransactionCount: 0,
    untraced,
  } as FirnEvmTransaction;
  const known = { tree: { path: "", page: { first: 1, parties: [], ...page } } };
  const props = { tx, known, view: "tree", hrefOf: () => "" };
  return renderToStaticMarkup(<CallsPanel {...(props as unknown as Props)} />);
}

it("says that calls are not known when the block is untraced and the node gives none", () => {
  expect(shown(true)).toMatch(/not known.*has not traced this block/);
  expect(shown(true, { withoutCalls: "The node is away." })).toMatch(/not known.*The node is away\./);
});

it("shows nothing when there are none", () => {
  expect(shown(undefined)).toBe("");
  expect(shown(true, { calls: [], count: 1 })).toBe("");
});
