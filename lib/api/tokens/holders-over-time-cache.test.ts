import { dirname } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { commit } from "../../store/db";
import { HOLDERS_PER_READ } from "../../store/queries/evm/holder";
import { ACTIVITY, amountColumn, NO_TOKEN_NUMBER, positionOf } from "../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { Stores } from "../../store/stores";
import { freshPath } from "../../testbed/engines";
import { testStores } from "../../testbed/test-stores";
import { openEvmNodes } from "../node/evm-node";
import { openEvmChains } from "../snapshot/evm";
import { countHoldersOverTime } from "./count-holders-over-time";
import { type HoldersOverTimeRequest, openHoldersOverTimeCache } from "./holders-over-time-cache";

const CHAIN_ID = "99991";
const TOKEN = 1;
const NOBODY = 2;
const KEY = new Uint8Array(32).fill(7);
/** More than are scanned in two reads. */
const HOLDERS = 2 * HOLDERS_PER_READ + 10;
const PER_BLOCK = 1_000;
const MINTED = Math.ceil(HOLDERS / PER_BLOCK);

const addressOf = (id: number) => new Uint8Array(Buffer.from(id.toString(16).padStart(40, "0"), "hex"));
const minted = (i: number) => BigInt(i % 50);

/** A chain where every address gets some of a token, some pass it on to the last one, and a block comes after it. */
async function storeChain(): Promise<Stores> {
  const stores = testStores(dirname(freshPath()));
  const { db, close } = await stores.open(`evm/${CHAIN_ID}`, { mode: "write", nowMs: 0 });
  await writeEvmFacts(db, { evmChainId: CHAIN_ID, pageTokenKey: toHex(KEY) });
  const batch = newEvmBatch();
  const nothing = amountColumn(0n);
  const hash = new Uint8Array(32);
  const miner = new Uint8Array(20);
  const times = { time_ms: null, accepted_at_ns: null, stored_at_ms: 0, settled_height: null };
  const gas = { gas_limit: 0, gas_used: 0, gas_cost: null, base_fee: null, fees: nothing };
  for (let height = 0; height <= MINTED + 2; height++)
    batch.block.push({
      height,
      time: height * 10,
      hash,
      parent_hash: hash,
      miner,
      ...times,
      ...gas,
      size: 0,
      tx_count: 0,
      tx_total: 0,
    });
  batch.address.push({ id: TOKEN, bytes: addressOf(TOKEN) });
  batch.address.push({ id: NOBODY, bytes: new Uint8Array(20) });
  const move = (place: number, [from_id, to_id]: [number, number], amount: bigint) => {
    const position = positionOf(1 + Math.floor(place / PER_BLOCK), place % PER_BLOCK);
    const how = { log_index: place % PER_BLOCK, item: 0, token_id: TOKEN, form: 0, token_number: null };
    batch.token_transfer.push({ ...how, position, from_id, to_id, value: amountColumn(amount) });
    const list = { epoch: 0, address_id: TOKEN, kind: ACTIVITY.token, position, item: how.log_index };
    batch.address_activity.push(list);
  };
  for (let i = 0; i < HOLDERS; i++) {
    const id = 10 + i;
    const left = i < PER_BLOCK ? 0n : minted(i);
    batch.address.push({ id, bytes: addressOf(id) });
    move(i, [NOBODY, id], minted(i));
    if (i < PER_BLOCK) move(MINTED * PER_BLOCK + i, [id, 9 + HOLDERS], minted(i));
    const key = { token_id: TOKEN, holder_id: id, token_number: NO_TOKEN_NUMBER };
    batch.token_balance.push({ ...key, balance: amountColumn(id === 9 + HOLDERS ? left + PASSED_ON : left) });
  }
  batch.epoch.push({ epoch: 0, items: HOLDERS + PER_BLOCK, first_position: 0 });
  batch.address_epoch.push({ address_id: TOKEN, epoch: 0 });
  await commit(db, (trx) => writeEvmBatch(trx, batch));
  await close();
  return stores;
}

const PASSED_ON = Array.from({ length: PER_BLOCK }, (_, i) => minted(i)).reduce(
  (sum, each) => sum + each,
  0n,
);

/** A cache over that chain with a settable clock, and the number of reads of the store. */
async function openLists() {
  const chains = openEvmChains(await storeChain(), openEvmNodes([], Date.now));
  const counted = { reads: 0, nowMs: 0 };
  const lists = openHoldersOverTimeCache(
    {
      read: (chain, work) => {
        counted.reads += 1;
        return chains.read(chain, work);
      },
      close: () => chains.close(),
    },
    () => counted.nowMs,
  );
  onTestFinished(() => lists.close());
  const ask = (threshold: bigint, asked: Partial<HoldersOverTimeRequest> = {}) => {
    const query = { tokenId: TOKEN, threshold, startTimestamp: undefined, endTimestamp: undefined };
    const request = { evmChainId: CHAIN_ID, pageTokenKey: KEY, query, height: undefined };
    return lists.take({ ...request, newestHeight: MINTED + 1, ...asked });
  };
  return { lists, chains, counted, ask };
}

describe("lists of who had more than an amount", () => {
  test("are counted once for all requests, and again at another height", async () => {
    const { ask, counted } = await openLists();
    const [one, other] = await Promise.all([ask(48n), ask(48n)]);
    const first = Array.from({ length: HOLDERS }, (_, i) => minted(i)).filter((amount) => amount > 48n);
    expect(one.list.length).toBe(first.length + 1); // and the address that was passed some
    expect(other.list).toBe(one.list);
    const { reads } = counted;
    expect((await ask(48n, { height: one.height, newestHeight: MINTED + 2 })).list).toBe(one.list);
    expect(counted.reads).toBe(reads);
    const early = await ask(48n, { height: MINTED });
    expect(counted.reads).toBeGreaterThan(reads);
    expect(early.list.slice(0, 1)).toEqual([{ address: addressOf(10 + 49), balance: 49n }]);
    expect(one.list.slice(0, 1)).toEqual([
      { address: addressOf(9 + HOLDERS), balance: minted(HOLDERS - 1) + PASSED_ON },
    ]);
  });

  test("are the same when counted again, and when counted in several passes", async () => {
    const { ask, chains } = await openLists();
    const { list } = await ask(20n);
    const query = { tokenId: TOKEN, threshold: 20n, startTimestamp: undefined, endTimestamp: undefined };
    const parts = await countHoldersOverTime(
      (work) => chains.read(CHAIN_ID, ({ db }) => work(db)),
      { ...query, height: MINTED + 1 },
      { yieldTurn: async () => {}, holdersPerPart: HOLDERS_PER_READ },
    );
    expect(parts.slice(0, HOLDERS)).toEqual(list.slice(0, HOLDERS));
    for (let threshold = 0n; threshold < 200n; threshold++)
      await ask(threshold, { query: { ...query, threshold, startTimestamp: 1, endTimestamp: 1 } });
    const again = await ask(20n);
    expect(again.list).not.toBe(list);
    expect(again.list.slice(0, HOLDERS)).toEqual(list.slice(0, HOLDERS));
  });

  test("answer a client that retries after a timeout although there are newer blocks, but not forever", async () => {
    const { ask, counted } = await openLists();
    const asked = ask(48n);
    counted.nowMs = 60_000;
    const { list } = await asked;
    const later = { newestHeight: MINTED + 2 };
    expect(await ask(48n, later)).toEqual({ height: MINTED + 1, list });
    counted.nowMs = 120_001;
    expect((await ask(48n, later)).height).toBe(MINTED + 2);
    // A list that took no time is counted again.
    expect((await ask(48n, { newestHeight: MINTED + 3 })).height).toBe(MINTED + 3);
  });

  test("are bounded, running and waiting, and a rebuilt store has its own", async () => {
    const { ask } = await openLists();
    const many = Array.from({ length: 28 }, (_, i) => ask(BigInt(i)));
    const refused = await Promise.allSettled(many);
    expect(refused.filter(({ status }) => status === "rejected")).toMatchObject([
      { reason: { code: "RATE_LIMITED" } },
    ]);
    await expect(ask(0n, { pageTokenKey: new Uint8Array(32) })).rejects.toMatchObject({
      code: "BAD_PAGE_TOKEN",
    });
  });

  test("stop when the API closes, however long they would have taken", async () => {
    const { ask, lists } = await openLists();
    const asked = ask(0n);
    await lists.close();
    await expect(asked).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });
});
