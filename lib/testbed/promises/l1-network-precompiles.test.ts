import { afterAll, beforeAll, expect, it } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import {
  C,
  followL1Network,
  L1,
  L1_NETWORK_TIMEOUT_MS,
  type L1Network,
  listCalls,
  listLogs,
} from "../l1-network";

/** Whatever touches a precompile of a real L1 or its C-Chain is told by its name, with all values. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

const PRECOMPILE = /^0x02(00){18}0[0-5]$/i;
const NAMES = [
  "Deployer allow list",
  "Native minter",
  "Transaction allow list",
  "Fee manager",
  "Reward manager",
  "Warp messenger",
];

const blocksOf = (chainId: string) =>
  chainId === C ? network.firn.recording.evm : (network.firn.recording.evmChains[0]?.blocks ?? []);

async function get(path: string): Promise<Json> {
  const response = await fetch(`${network.firn.url}${path}`, { headers: { "x-firn-dialect": "seed" } });
  const body = await response.json();
  expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
  return body;
}

interface Tx {
  hash: string;
  to: string | null;
  input: string;
  accessList?: { address: string }[];
}

/** Every recorded transaction with its receipt's logs and its trace. */
function* transactionsOf(chainId: string): Generator<{ tx: Tx; logs: { address: string }[]; trace: string }> {
  for (const { block, receipts, traces } of blocksOf(chainId))
    for (const [i, tx] of (block.transactions as unknown as Tx[]).entries())
      yield {
        tx,
        logs: (receipts[i]?.logs ?? []) as { address: string }[],
        trace: JSON.stringify(traces[i]?.result ?? {}),
      };
}

it.each([
  [L1, 40, 34],
  [C, 3, 3],
])(
  "chain %s: every call of a precompile and every event of one is decoded",
  async (chainId, calls, events) => {
    const counts = { calls: 0, events: 0 };
    for (const { tx, logs, trace } of transactionsOf(chainId)) {
      if (!/0x02000000000000000000000000000000000000/i.test(trace)) continue;
      const path = `/firn/v1/chains/${chainId}/transactions/${tx.hash}`;
      const detail = await get(path);
      if (tx.to !== null && PRECOMPILE.test(tx.to)) {
        expect(detail.called, tx.hash).toMatchObject({ by: "precompile" });
        expect(detail.nativeTransaction.to.name).toBe(NAMES[Number(tx.to.at(-1))]);
        expect(detail.nativeTransaction.method.methodName).toBe(detail.called.signature);
      }
      for (const call of await listCalls(get, chainId, tx.hash)) {
        const { to = "", called } = call as Json;
        if (!PRECOMPILE.test(to)) continue;
        expect(called, `${tx.hash} ${JSON.stringify(call)}`).toMatchObject({ by: "precompile" });
        counts.calls += 1;
      }
      if (!logs.some(({ address }) => PRECOMPILE.test(address))) continue;
      for (const { address, event } of (await listLogs(get, chainId, tx.hash)) as Json[]) {
        if (!PRECOMPILE.test(address)) continue;
        expect(event, tx.hash).toMatchObject({ by: "precompile" });
        counts.events += 1;
      }
    }
    expect(counts.events).toBe(events);
    expect(counts.calls).toBeGreaterThanOrEqual(calls);
  },
);

it("reads every Warp message that is sent, on both chains, under the id that the event names", async () => {
  let sent = 0;
  for (const chainId of [L1, C]) {
    for (const { tx, logs } of transactionsOf(chainId)) {
      const events = logs.filter(
        ({ address }) => address.endsWith("05") && PRECOMPILE.test(address),
      ) as Json[];
      if (events.length === 0) continue;
      const { sent: messages } = await get(`/firn/v1/chains/${chainId}/transactions/${tx.hash}/warp`);
      expect(messages).toHaveLength(events.length);
      for (const [i, { sender, networkId, payload }] of messages.entries()) {
        const [, from] = events[i].topics;
        expect(sender.toLowerCase()).toBe(`0x${from.slice(-40)}`);
        expect(networkId).toBe(54_177);
        expect(payload).toMatch(/^0x/);
        sent += 1;
      }
      // The id is sha256 of the unsigned message, as the event has it.
      const listed = await listLogs(get, chainId, tx.hash);
      const ids = (listed as Json[]).flatMap(({ event }) =>
        (event?.args ?? []).filter(({ name }: Json) => name === "messageID").map(({ value }: Json) => value),
      );
      expect(messages.map(({ messageId }: Json) => messageId)).toEqual(ids.map(formatHexId));
    }
  }
  expect(sent).toBe(12);
});

it("reads every message that is brought by an access list, and whether its block took it as valid", async () => {
  const seen: Record<string, number> = { valid: 0, invalid: 0 };
  for (const chainId of [L1, C]) {
    for (const { tx } of transactionsOf(chainId)) {
      const entries = (tx.accessList ?? []).filter(({ address }) => PRECOMPILE.test(address));
      if (entries.length === 0) continue;
      const { brought } = await get(`/firn/v1/chains/${chainId}/transactions/${tx.hash}/warp`);
      expect(brought, tx.hash).toHaveLength(entries.length);
      for (const message of brought) {
        expect(message.unreadable).toBeUndefined();
        expect(message.signers).toBeGreaterThan(0);
        expect(message.isValid, tx.hash).toBeDefined();
        seen[message.isValid ? "valid" : "invalid"] = (seen[message.isValid ? "valid" : "invalid"] ?? 0) + 1;
      }
      // A contract that read a message was told the same.
      const calls = (await listCalls(get, chainId, tx.hash)) as Json[];
      for (const { called, returned } of calls) {
        if (!/^getVerifiedWarp/.test(called?.name ?? "")) continue;
        const index = Number(called.args[0].value);
        const isValid = returned.find(({ name }: Json) => name === "valid").value === "true";
        // A message of another form is valid and still not what was asked for.
        if (isValid) expect(brought[index].isValid).toBe(true);
      }
    }
  }
  expect(seen.valid).toBeGreaterThan(3);
  expect(seen.invalid).toBeGreaterThan(1);
});

function formatHexId(hex: string): string {
  return formatId(fromHex(hex));
}
