import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network, listCalls } from "../l1-network";

/** Every failed transaction of a real L1 and its C-Chain says why it failed, in lists, alone, and in its call tree. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

interface Frame {
  type: string;
  to?: string;
  error?: string;
  output?: string;
  revertReason?: string;
  calls?: Frame[];
  logs?: unknown[];
}

interface Failed {
  hash: string;
  height: number;
  frame: Frame;
}

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

const blocksOf = (chainId: string) =>
  chainId === C ? network.firn.recording.evm : (network.firn.recording.evmChains[0]?.blocks ?? []);

function failedOn(chainId: string): Failed[] {
  return blocksOf(chainId).flatMap(({ receipts, traces }, at) =>
    receipts.flatMap(({ transactionHash: hash, status }, i) =>
      status === "0x0" ? [{ hash, height: at, frame: traces[i]?.result as Frame }] : [],
    ),
  );
}

async function get(path: string): Promise<Json> {
  const response = await fetch(`${network.firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = await response.json();
  expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body;
}

describe.each([
  [L1, 39],
  [C, 30],
])("chain %s", (chainId, count) => {
  it("has a reason for each failed transaction, which is what its node says", async () => {
    const failed = failedOn(chainId);
    expect(failed).toHaveLength(count);
    for (const { hash, frame } of failed) {
      const { nativeTransaction: tx } = await get(`/v1/chains/${chainId}/transactions/${hash}`);
      expect(tx.txStatus, hash).toBe("0");
      expect(tx.failure, hash).toBeDefined();
      expectToFit(tx.failure, frame, hash);
      const tree = await get(`/firn/v1/chains/${chainId}/transactions/${hash}/calls`);
      // What is read from the node now is what was stored.
      expect(tree.failure, hash).toEqual(tx.failure);
      expect(tree.failurePath).toHaveLength(tx.failure.depth + 1);
    }
  });

  it("has the same reasons in the list of failed transactions", async () => {
    const { transactions } = await get(`/v1/chains/${chainId}/transactions?status=failed&pageSize=100`);
    expect(transactions).toHaveLength(count);
    for (const { failure } of transactions) expect(failure).toBeDefined();
  });

  it("has no reason for a transaction that succeeded", async () => {
    const { transactions } = await get(`/v1/chains/${chainId}/transactions?status=success&pageSize=100`);
    for (const { failure } of transactions) expect(failure).toBeUndefined();
  });
});

describe("the call tree", () => {
  it("has every event at its place in the tree, and none of what was undone", async () => {
    for (const { traces, receipts } of blocksOf(L1)) {
      for (const [i, { txHash, result }] of traces.entries()) {
        const logs = (receipts[i]?.logs ?? []) as { address: string; topics: string[] }[];
        if (logs.length === 0 || (result as Frame).calls === undefined) continue;
        const calls: Json[] = await listCalls(get, L1, txHash);
        const events = calls.flatMap(({ eventsBefore, eventsAfter }) => [...eventsBefore, ...eventsAfter]);
        expect(
          events.map(({ topics }) => topics),
          txHash,
        ).toEqual(logs.map(({ topics }) => topics));
        for (const { by, depth, address } of events) {
          const writer = calls[by - 1];
          expect(depth).toBe(writer.depth + 1);
          expect(writer.isReverted).toBe(false);
          if (writer.type === "CALL") expect(writer.to).toBe(address);
        }
      }
    }
  });

  it("has the gas of every call, as its node counts it", async () => {
    for (const { traces } of blocksOf(L1)) {
      for (const { txHash, result } of traces) {
        if ((result as Frame).calls === undefined) continue;
        const calls: Json[] = await listCalls(get, L1, txHash);
        const gas = (frame: Json): string[] => [
          `${Number(frame.gasUsed)} of ${Number(frame.gas)}`,
          ...(frame.calls ?? []).flatMap(gas),
        ];
        expect(calls.map((call) => `${call.gasUsed} of ${call.gas}`)).toEqual(gas(result));
      }
    }
  });

  it("comes with what each transaction changed in accounts", async () => {
    let slots = 0;
    for (const { block, stateDiffs = [] } of blocksOf(L1).slice(60, 140)) {
      for (const [i, { hash }] of (block.transactions as { hash: string }[]).entries()) {
        const { accounts, without } = await get(`/firn/v1/chains/${L1}/transactions/${hash}/state-changes`);
        expect(without).toBeUndefined();
        const { pre, post } = (stateDiffs[i]?.result ?? {}) as Json;
        for (const { account, balance, storage } of accounts) {
          const [was, now] = [pre, post].map((side) => side[account.address.toLowerCase()]);
          if (balance !== undefined && now?.balance !== undefined)
            expect(BigInt(balance.after)).toBe(BigInt(now.balance));
          for (const { slot, before, after } of storage) {
            expect(BigInt(before)).toBe(BigInt(was?.storage?.[slot] ?? 0));
            expect(BigInt(after)).toBe(BigInt(now?.storage?.[slot] ?? 0));
            slots += 1;
          }
        }
      }
    }
    expect(slots).toBeGreaterThan(40);
  });
});

/** Where the tree of a transaction that this was written for says that its failure began. */
const deepest = (frame: Frame): Frame => {
  const last = frame.calls?.at(-1);
  return last?.error === undefined ? frame : deepest(last);
};

function expectToFit(failure: Json, top: Frame, hash: string): void {
  const frame = deepest(top);
  expect(failure.reverted, hash).toBe(top.error === "execution reverted");
  expect(failure.at?.address?.toLowerCase(), hash).toBe(frame.to);
  const { kind, text } = failure;
  if (frame.type === "STOP") expect(kind).toBe("neverRan");
  else if (frame.error !== "execution reverted") {
    const isPrecompile = /^0x0[123](00){18}/.test(frame.to ?? "");
    expect({ kind, text }, hash).toEqual({ kind: isPrecompile ? "refused" : "halted", text: frame.error });
  } else if (frame.output === undefined) expect(kind, hash).toBe("silent");
  else if (frame.output.startsWith("0x4e487b71")) {
    expect(kind, hash).toBe("panic");
    expect(BigInt(failure.code)).toBe(BigInt(`0x${frame.output.slice(10)}`));
    expect(text).not.toBe("unknown code");
  } else if (frame.revertReason !== undefined) {
    expect({ kind, text }, hash).toEqual({ kind: "message", text: frame.revertReason });
  } else if (frame.output.length === 138 && frame.output.startsWith("0x08c379a00000")) {
    // The node has no word for an empty message.
    expect({ kind, text }, hash).toEqual({ kind: "message", text: "" });
  } else expect(kind, hash).toBe("data");
}
