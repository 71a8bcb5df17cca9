import { afterEach, beforeEach, expect, it } from "vitest";
import { amountColumn } from "./columns";
import { markUpdatedNfts } from "./nft-metadata";
import { type EvmStore, openEvmStore } from "./open-evm";

let store: EvmStore;

beforeEach(async () => {
  store = await openEvmStore(":memory:", { mode: "write", nowMs: 0 });
});
afterEach(() => store.close());

/** Collections 1 and 2 with as many tokens each, all read. */
async function fill(tokens: number): Promise<void> {
  for (let at = 0; at < 2 * tokens; at++) {
    const [id, token_id, number] = [at + 1, 1 + Math.floor(at / tokens), (at % tokens) + 1];
    const nft = {
      id,
      token_id,
      token_number: amountColumn(BigInt(number)),
      owner_id: 1,
      form: 1,
      minted_position: 0,
    };
    await store.db.insertInto("nft").values(nft).execute();
    await store.db
      .insertInto("nft_metadata")
      .values({
        nft_id: id,
        status: "INDEXED",
        token_uri: "",
        metadata: "{}",
        updated_at: 1,
        attempts: 3,
        next_from: "http",
        due_at_ms: null,
      })
      .execute();
  }
}

async function markedNumbers(): Promise<number[]> {
  const rows = await store.db
    .selectFrom("nft_metadata")
    .select("nft_id")
    .where("due_at_ms", "=", 7)
    .where("next_from", "=", "contract")
    .where("attempts", "=", 0)
    .orderBy("nft_id")
    .execute();
  return rows.map(({ nft_id }) => nft_id);
}

async function update(first: bigint, last: bigint): Promise<void> {
  await store.db
    .insertInto("metadata_update")
    .values({ token_id: 1, first_number: amountColumn(first), last_number: amountColumn(last) })
    .execute();
}

it("tokens whose metadata changed are marked in steps, however many there are, and no others", async () => {
  await fill(501);
  await update(1n, 2n ** 256n - 1n);
  expect(await markUpdatedNfts(store.db, 7)).toBe(true);
  expect((await markedNumbers()).length).toBe(500);
  expect(await markUpdatedNfts(store.db, 7)).toBe(true);
  expect(await markedNumbers()).toEqual(Array.from({ length: 501 }, (_, i) => i + 1));
  expect(await markUpdatedNfts(store.db, 7)).toBe(false);
});

it("a range marks its ends and what lies between; one of no token marks nothing", async () => {
  await fill(4);
  await update(2n, 3n);
  await update(9n, 9n);
  while (await markUpdatedNfts(store.db, 7));
  expect(await markedNumbers()).toEqual([2, 3]);
});

it("announcements that are many are taken in steps too", async () => {
  await fill(3);
  for (let at = 0n; at < 250n; at++) await update(3n, 3n + at);
  expect(await markUpdatedNfts(store.db, 7)).toBe(true);
  expect(await markedNumbers()).toEqual([3]);
  const left = await store.db.selectFrom("metadata_update").selectAll().execute();
  expect(left.length).toBe(50);
});
