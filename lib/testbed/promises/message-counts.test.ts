import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatId } from "../../avalanche/ids";
import { ICM_GROUPS } from "../../contract/metrics/icm-metrics";
import { runEvmIndexer } from "../../indexer/evm/start";
import { SILENT } from "../../log";
import { VmChain } from "../evm/chain";
import { deployment, textBytes } from "../evm/contracts";
import { eventData, MESSENGER, MESSENGER_EVENTS } from "../evm/event-writer";
import { serveVmNode, type VmNode } from "../evm/node";
import { Pauses } from "../pauses";
import { type IndexedRecording, indexRecording } from "../recording";

/** Messages between two indexed chains and a third one, over months, counted by Firn and by a model. */

const NAMES = ["A", "B", "far"] as const;
type Name = (typeof NAMES)[number];
const BYTES = { A: 0xaa, B: 0xbb, far: 0xcc };
const hexOf = (name: Name) => `0x${BYTES[name].toString(16).repeat(32)}` as Hex;
const ID = Object.fromEntries(
  NAMES.map((name) => [name, formatId(new Uint8Array(32).fill(BYTES[name]))]),
) as Record<Name, string>;
const EVM = { A: 88_011, B: 88_012 };
const DAY = 86_400;

/** A message as it is counted. */
interface Sent {
  from: Name;
  to: Name;
  time: number;
}

const model: Sent[] = [];
/** Messages that a chain has sent and received. */
const told = { A: { sent: 0, received: 0 }, B: { sent: 0, received: 0 } };
const stop = new AbortController();
let firn: IndexedRecording;
let indexers: Promise<void>[];
let nodes: VmNode[];
let end = 0;

/** The same numbers each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

beforeAll(async () => {
  const open = (chainId: number) =>
    VmChain.open({ chainId, contracts: { [MESSENGER]: deployment("Parrot") } });
  const chains = { A: await open(EVM.A), B: await open(EVM.B) };
  const next = random(20_261_127);
  const alice = chains.A.accounts[1] ?? "";
  const fee = { feeTokenAddress: `0x${"00".repeat(20)}`, amount: 0n };
  let count = 0;
  for (let block = 0; block < 60; block++) {
    const own: "A" | "B" = next() < 0.5 ? "A" : "B";
    const chain = chains[own];
    const seconds = 2 + Math.floor(next() * (next() < 0.6 ? 7_000 : 9 * DAY));
    const time = chain.head.time + seconds;
    const writes: { from: number; to: string; data: string }[] = [];
    const write = (text: string, args: Record<string, unknown>) =>
      writes.push({ from: 0, to: MESSENGER, data: eventData(text, args) });
    for (let n = Math.floor(next() * 4); n > 0; n--) {
      const id = `0x${(++count).toString(16).padStart(64, "0")}`;
      const others = NAMES.filter((name) => name !== own);
      const other = others[Math.floor(next() * others.length)] as Name;
      const message = {
        messageNonce: BigInt(count),
        originSenderAddress: alice,
        destinationAddress: alice,
        requiredGasLimit: 1n,
        allowedRelayerAddresses: [],
        receipts: [],
        message: textBytes("m"),
      };
      if (next() < 0.7) {
        const sent = { id, chain: hexOf(other), fee };
        write(MESSENGER_EVENTS.send, {
          ...sent,
          message: { ...message, destinationBlockchainID: hexOf(other) },
        });
        // Sent once more, which is the same message.
        if (next() < 0.2)
          write(MESSENGER_EVENTS.send, {
            ...sent,
            message: { ...message, destinationBlockchainID: hexOf(other) },
          });
        model.push({ from: own, to: other, time });
        told[own].sent++;
      } else {
        const received = { id, chain: hexOf(other), deliverer: alice, redeemer: alice };
        write(MESSENGER_EVENTS.receive, {
          ...received,
          message: { ...message, destinationBlockchainID: hexOf(own) },
        });
        told[own].received++;
        // What an indexed chain says it did not send does not count.
        if (other === "far") model.push({ from: other, to: own, time });
      }
    }
    await chain.mine(writes, seconds);
    end = Math.max(end, time);
  }
  nodes = await Promise.all([chains.A, chains.B].map((chain) => serveVmNode(chain)));
  firn = await indexRecording("local-network");
  const pauses = new Pauses();
  indexers = nodes.map(({ url }, i) =>
    runEvmIndexer({
      chain: { rpcUrl: url, facts: { blockchainId: i === 0 ? ID.A : ID.B } },
      stores: firn.stores,
      holder: url,
      now: Date.now,
      signal: stop.signal,
      log: SILENT,
      sleep: pauses.sleep,
    }),
  );
  for (const { chain } of nodes)
    while (!(await fetch(`${firn.url}/v1/chains/${chain.chainId}/blocks/${chain.head.height}`)).ok)
      await sleep(50);
  pauses.rest();
}, 120_000);

afterAll(async () => {
  stop.abort();
  await Promise.all(indexers);
  await firn.close();
  await Promise.all(nodes.map((node) => node.close()));
});

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;
async function get(path: string, status = 200): Promise<Json> {
  const response = await fetch(`${firn.url}${path}`);
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(status);
  return body;
}

const INTERVALS = {
  hour: (time: number) => time - (time % 3_600),
  day: (time: number) => time - (time % DAY),
  // The epoch was a Thursday.
  week: (time: number) => time - ((time - 4 * DAY) % (7 * DAY)),
  month: (time: number) => {
    const date = new Date(time * 1_000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1_000;
  },
};
type Interval = keyof typeof INTERVALS;

interface Case {
  groupBy?: (typeof ICM_GROUPS)[number];
  from?: Name;
  to?: Name;
}

const CASES: Case[] = [
  {},
  ...ICM_GROUPS.map((groupBy) => ({ groupBy })),
  { from: "A" },
  { to: "B" },
  { from: "far" },
  { to: "far", groupBy: "srcBlockchainId" },
  { from: "B", to: "A" },
  { from: "A", groupBy: "destBlockchainId" },
];

function matching({ from, to }: Case): Sent[] {
  return model.filter((sent) => (from ?? sent.from) === sent.from && (to ?? sent.to) === sent.to);
}

function namesOf({ groupBy = "" as never, from, to }: Case, sent?: Sent) {
  const text = (name: Name | undefined) => (name === undefined ? "" : ID[name]);
  return {
    srcBlockchainId: text(groupBy.includes("src") && sent ? sent.from : from),
    destBlockchainId: text(groupBy.includes("dest") && sent ? sent.to : to),
  };
}

function seriesOf(each: Case, interval: Interval, between: { start: number; end: number }) {
  const points = new Map<
    string,
    { timestamp: number; value: number; srcBlockchainId: string; destBlockchainId: string }
  >();
  for (const sent of matching(each)) {
    const timestamp = INTERVALS[interval](sent.time);
    if (timestamp < between.start || timestamp >= between.end) continue;
    const names = namesOf(each, sent);
    const key = `${timestamp} ${names.srcBlockchainId} ${names.destBlockchainId}`;
    points.set(key, { timestamp, value: (points.get(key)?.value ?? 0) + 1, ...names });
  }
  const pairOf = (point: { srcBlockchainId: string; destBlockchainId: string }) =>
    `${point.srcBlockchainId} ${point.destBlockchainId}`;
  return [...points.values()].sort((a, b) => b.timestamp - a.timestamp || (pairOf(a) < pairOf(b) ? -1 : 1));
}

function queryOf({ groupBy, from, to }: Case): URLSearchParams {
  const query = new URLSearchParams();
  if (groupBy !== undefined) query.set("groupBy", groupBy);
  if (from !== undefined) query.set("srcBlockchainId", from === "far" ? ID.far : String(EVM[from]));
  if (to !== undefined) query.set("destBlockchainId", ID[to]);
  return query;
}

describe("messages over time", () => {
  it.each(Object.keys(INTERVALS) as Interval[])(
    "are the model's by %s, on pages of any size",
    async (interval) => {
      expect(model.length).toBeGreaterThan(40);
      const middle = (Math.min(...model.map(({ time }) => time)) + end) / 2;
      for (const each of CASES)
        for (const [start, before] of [
          [0, undefined],
          [Math.floor(middle), undefined],
          [0, Math.floor(middle)],
        ] as const) {
          const wanted = seriesOf(each, interval, { start, end: before ?? Number.POSITIVE_INFINITY });
          for (const pageSize of [1, 3, 2_160]) {
            const query = queryOf(each);
            query.set("timeInterval", interval);
            query.set("pageSize", String(pageSize));
            query.set("startTimestamp", String(start));
            if (before !== undefined) query.set("endTimestamp", String(before));
            const points: unknown[] = [];
            for (;;) {
              const page = await get(`/v2/icm/timeseries?${query}`);
              points.push(...page.results);
              if (page.nextPageToken === undefined || pageSize === 1) break;
              query.set("pageToken", page.nextPageToken);
            }
            expect(points, `${interval} ${query}`).toEqual(pageSize === 1 ? wanted.slice(0, 1) : wanted);
          }
        }
    },
  );

  it("are summed over windows that end with the newest block", async () => {
    const windows = { lastHour: 3_600, lastDay: DAY, lastWeek: 7 * DAY, lastMonth: 30 * DAY };
    const all = { ...windows, last90Days: 90 * DAY, lastYear: 365 * DAY, allTime: Number.POSITIVE_INFINITY };
    for (const each of CASES) {
      const { result } = await get(`/v2/icm/summary?${queryOf(each)}`);
      const items = new Map<string, Json>();
      if (each.groupBy === undefined)
        items.set("", { ...Object.fromEntries(Object.keys(all).map((name) => [name, 0])), ...namesOf(each) });
      for (const sent of matching(each)) {
        const names = namesOf(each, sent);
        const key = each.groupBy === undefined ? "" : `${names.srcBlockchainId} ${names.destBlockchainId}`;
        const item = items.get(key) ?? {
          ...Object.fromEntries(Object.keys(all).map((name) => [name, 0])),
          ...names,
        };
        for (const [name, seconds] of Object.entries(all)) if (sent.time > end - seconds) item[name]++;
        items.set(key, item);
      }
      // Groups are those of all time.
      const sorted = [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
      expect(result, JSON.stringify(each)).toEqual(each.groupBy === undefined ? sorted[0] : sorted);
    }
  });

  it("are counted for one chain at their older address, and none for another network", async () => {
    for (const chain of ["A", "B"] as const) {
      const count = async (metric: string) =>
        (await get(`/v2/chains/${EVM[chain]}/teleporterMetrics/teleporter${metric}TxnCount`)).result.value;
      expect(await count("Source")).toBe(told[chain].sent);
      expect(await count("Destination")).toBe(told[chain].received);
      expect(await count("Total")).toBe(told[chain].sent + told[chain].received);
    }
    expect((await get("/v2/icm/timeseries?network=mainnet")).results).toEqual([]);
    expect((await get("/v2/icm/timeseries?srcBlockchainId=123456789")).results).toEqual([]);
    expect((await get("/v2/icm/summary?network=mainnet")).result.allTime).toBe(0);
    await get("/v2/icm/timeseries?groupBy=chain", 400);
  });
});
