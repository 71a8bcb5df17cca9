import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { AwayBanner } from "./away-banner";

const head = (height: number) => ({ index: height, height, time: 1_700_000_000 });
const p = { stream: "P/block", state: "following", indexedHead: head(1_500) };
const l1 = {
  stream: "EVM 99999",
  state: "stopped",
  indexedHead: head(42),
  evm: { chainId: "99999", name: "Glacier", isCChain: false, lacks: [] },
};
const statusOf = (streams: unknown[]) =>
  ({ node: { reachable: true }, streams: streams as StreamStatus[] }) as FirnStatus;
const shown = (status: FirnStatus, evmChainId?: string) =>
  renderToStaticMarkup(<AwayBanner status={status} evmChainId={evmChainId} />);

it("says on an L1's own pages that it stopped, and at which block", () => {
  expect(shown(statusOf([p, l1]), "99999")).toContain("up to Glacier block 42,");
});

it("names the stream that waits while the node answers other streams", () => {
  const waiting = { ...p, stream: "X/block", state: "waiting-for-node" };
  expect(shown(statusOf([p, waiting]))).toContain("X-Chain waits for its node");
  const away = { ...statusOf([waiting]), node: { reachable: false } } as FirnStatus;
  expect(shown(away)).toContain("Your node does not answer");
});

it("does not mention a stopped L1 on pages of other chains", () => {
  expect(shown(statusOf([p, l1]))).toBe("");
  expect(shown(statusOf([p, l1]), "43114")).toBe("");
  const unidentified = { ...l1, evm: { ...l1.evm, chainId: undefined } };
  expect(shown(statusOf([p, unidentified]))).toBe("");
});

it("says on every page that a stream of the Primary Network stopped", () => {
  expect(shown(statusOf([{ ...p, state: "stopped" }, l1]))).toContain("up to P-Chain block 1,500,");
});
