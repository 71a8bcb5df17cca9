import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { commit } from "../../store/db";
import { amountColumn } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import { startApi } from "../../testbed/api";
import { testStores } from "../../testbed/test-stores";

const CHAIN_ID = "99991";
const DAY = 86_400;
const START = 1_700_000_000;
/** Wall clock, more than a day after the newest block. */
const NOW = START + 452 * DAY;

interface Block {
  height: number;
  time: number;
  transactions: number;
}

/**
 * Blocks over some 450 days: several on most days, none on others, one at the very end of a day and one at the start of
 * the next.
 */
function makeBlocks(): Block[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed % below;
  };
  const midnight = (Math.floor(START / DAY) + 3) * DAY;
  const times = [midnight - 1, midnight];
  for (
    let time = START;
    time < START + 450 * DAY;
    time += random(4) === 0 ? random(3 * DAY) : random(DAY / 3)
  )
    times.push(time);
  return times.sort((a, b) => a - b).map((time, i) => ({ height: i + 1, time, transactions: random(50) }));
}

/** Expected points by day, newest first. */
function pointsOf(blocks: readonly Block[]): { timestamp: number; value: number }[] {
  const days = [...new Set(blocks.map(({ time }) => time - (time % DAY)))];
  const points = days.map((day) => {
    const own = blocks.filter(({ time }) => time >= day && time < day + DAY);
    const before = blocks.filter(({ time }) => time < day).at(-1) ?? blocks[0];
    const seconds = Math.max(1, (own.at(-1)?.time ?? 0) - (before?.time ?? 0));
    const transactions = own.reduce((sum, block) => sum + block.transactions, 0);
    return { timestamp: day, value: transactions / seconds };
  });
  return points.reverse();
}

describe("average transactions per second", () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-days-"));
  const stores = testStores(folder);
  const blocks = makeBlocks();
  let api: { url: string; close(): Promise<void> };

  const store = async (part: readonly Block[], total: number) => {
    const { db, close } = await stores.open(`evm/${CHAIN_ID}`, { mode: "write", nowMs: 0 });
    await writeEvmFacts(db, { evmChainId: CHAIN_ID, pageTokenKey: toHex(new Uint8Array(32)) });
    const batch = newEvmBatch();
    const totals = part.map((_, i) =>
      part.slice(0, i + 1).reduce((sum, each) => sum + each.transactions, total),
    );
    for (const [i, { height, time, transactions }] of part.entries()) {
      const counts = { tx_count: transactions, tx_total: totals[i] ?? 0 };
      batch.block.push({ ...EMPTY, height, time, stored_at_ms: time * 1_000, ...counts });
    }
    await commit(db, (trx) => writeEvmBatch(trx, batch));
    await close();
  };

  beforeAll(async () => {
    await store(blocks, 0);
    api = await startApi({ stores, nowMs: () => NOW * 1_000 });
  });

  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const get = async (query: string) => {
    const response = await fetch(`${api.url}/v1/avg_tps/${CHAIN_ID}?${query}`);
    expect(response.status).toBe(200);
    return (await response.json()) as {
      results: { timestamp: number; value: number }[];
      nextPageToken?: string;
      nextPageStartKey?: string;
      lastRun: number;
      status: number;
    };
  };

  it("has a point for each day with blocks, a hundred on a page", async () => {
    const expected = pointsOf(blocks);
    expect(expected.length).toBeGreaterThan(200);
    const first = await get("");
    expect(first.results).toEqual(expected.slice(0, 100));
    expect(first).toMatchObject({ status: 200, lastRun: blocks.at(-1)?.time });
    const second = await get(`pageToken=${first.nextPageToken}`);
    expect(second.results).toEqual(expected.slice(100, 200));
    const third = await get(`startKey=${second.nextPageToken}`);
    expect(third.results).toEqual(expected.slice(200, 300));
    expect(third.nextPageToken).toBeUndefined();
    const keyed = await get(`startKey=${first.nextPageToken}`);
    expect(keyed.nextPageStartKey).toBe(keyed.nextPageToken);
  });

  it("is as of the requested time", async () => {
    const expected = pointsOf(blocks);
    const from = START + 20 * DAY;
    const to = START + 40 * DAY;
    const { results } = await get(`from=${from}&to=${to}`);
    expect(results).toEqual(expected.filter(({ timestamp }) => timestamp >= from && timestamp < to));
    expect(results.length).toBeGreaterThan(5);
  });

  it("lists blocks from the first time on and before the second", async () => {
    const at = (index: number) => blocks[index]?.time;
    for (const [start, end, before] of [
      [at(10), at(60), undefined],
      [at(20), at(20), undefined],
      [undefined, at(5), undefined],
      [at(blocks.length - 9), undefined, undefined],
      [at(10), at(60), 40],
      [START + 451 * DAY, undefined, undefined],
    ]) {
      const expected = blocks
        .filter(({ time }) => time >= (start ?? 0) && time < (end ?? Infinity))
        .filter(({ height }) => height < (before ?? Infinity))
        .map(({ height }) => String(height));
      const query = Object.entries({ startTimestamp: start, endTimestamp: end, before })
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => `&${key}=${value}`)
        .join("");
      const listed: string[] = [];
      for (let token: string | undefined = ""; token !== undefined; ) {
        const path: string = `${api.url}/v1/chains/${CHAIN_ID}/blocks?pageSize=7${query}${token && `&pageToken=${token}`}`;
        const page = (await (await fetch(path)).json()) as {
          blocks: { blockNumber: string }[];
          nextPageToken?: string;
        };
        listed.push(...page.blocks.map(({ blockNumber }) => blockNumber));
        token = page.nextPageToken;
      }
      expect(listed).toEqual(expected.reverse());
    }
  });

  it("counts transactions back from now by the wall clock, however old the newest block, or from a given time", async () => {
    const newest = blocks.at(-1)?.time ?? 0;
    for (const at of [NOW, newest, START + 30 * DAY, START - 1]) {
      const query = at === NOW ? "" : `?at=${at}`;
      const answer = await fetch(`${api.url}/firn/v1/chains/${CHAIN_ID}/pace${query}`);
      const expected = [60, 3_600, DAY, 7 * DAY, 30 * DAY].map((seconds) => ({
        seconds,
        transactions: blocks
          .filter(({ time }) => time > at - seconds && time <= at)
          .reduce((sum, { transactions }) => sum + transactions, 0),
      }));
      expect(await answer.json()).toEqual({ at, newest, spans: expected });
    }
  });

  it("changes today's point with every block, and no other", async () => {
    const before = (await get("")).results;
    const last = blocks.at(-1) ?? { height: 0, time: 0, transactions: 0 };
    const endOfDay = last.time - (last.time % DAY) + DAY - 1;
    const more = { height: last.height + 1, time: endOfDay, transactions: 1_000 };
    await store(
      [more],
      blocks.reduce((sum, { transactions }) => sum + transactions, 0),
    );
    const after = (await get("")).results;
    expect(after).toEqual(pointsOf([...blocks, more]).slice(0, 100));
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).not.toEqual(before[0]);
  });
});

const NOTHING = amountColumn(0n);
const EMPTY = {
  hash: new Uint8Array(32),
  parent_hash: new Uint8Array(32),
  time_ms: null,
  gas_limit: 0,
  gas_used: 0,
  base_fee: null,
  size: 0,
  miner: new Uint8Array(20),
  accepted_at_ns: null,
  settled_height: null,
  gas_cost: null,
  fees: NOTHING,
};
