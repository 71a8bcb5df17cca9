import { afterEach, beforeEach, expect, it } from "vitest";
import { openChain } from "../../testbed/test-stores";
import { amountColumn } from "../rows/columns";
import type { EvmStore } from "../stores";
import { addNftMetadata, markUpdatedNfts, replaceNftMetadata } from "./nft-metadata";

let store: EvmStore;

beforeEach(async () => {
  store = await openChain(":memory:", { mode: "write", nowMs: 0 });
});
afterEach(() => store.close());

const NFT = { token_id: 1, owner_id: 1, form: 1, minted_position: 0 };
const METADATA = {
  status: "INDEXED" as const,
  token_uri: "",
  metadata: "{}",
  document: null,
  updated_at: 1,
  attempts: 0,
  next_from: "http" as const,
  due_at_ms: null,
};

/** Collections 1 and 2 with that many tokens each, all read. */
async function fill(tokens: number): Promise<void> {
  for (let at = 0; at < 2 * tokens; at++) {
    const id = at + 1;
    const token_id = 1 + Math.floor(at / tokens);
    const number = (at % tokens) + 1;
    const nft = { ...NFT, id, token_id, token_number: amountColumn(BigInt(number)) };
    await store.db.insertInto("nft").values(nft).execute();
    await store.db
      .insertInto("nft_metadata")
      .values({ ...METADATA, nft_id: id, attempts: 3 })
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

it("a range marks its ends and what lies between; one without tokens marks nothing", async () => {
  await fill(4);
  await update(2n, 3n);
  await update(9n, 9n);
  while (await markUpdatedNfts(store.db, 7));
  expect(await markedNumbers()).toEqual([2, 3]);
});

it("many announcements are taken in steps too", async () => {
  await fill(3);
  for (let at = 0n; at < 250n; at++) await update(3n, 3n + at);
  expect(await markUpdatedNfts(store.db, 7)).toBe(true);
  expect(await markedNumbers()).toEqual([3]);
  const left = await store.db.selectFrom("metadata_update").selectAll().execute();
  expect(left.length).toBe(50);
});

it("attributes of tokens are counted as long as the tokens have them", async () => {
  await store.db
    .insertInto("nft")
    .values([1, 2].map((id) => ({ ...NFT, id, token_number: amountColumn(BigInt(id)) })))
    .execute();
  const said = (nft_id: number, ...values: unknown[]) => ({
    ...METADATA,
    nft_id,
    metadata: JSON.stringify({
      attributes: JSON.stringify(values.map((value) => ({ trait_type: "Ice", value }))),
    }),
  });
  const silent = (nft_id: number) => ({ ...METADATA, nft_id, metadata: null });
  const counted = async () => {
    const rows = await store.db.selectFrom("nft_attribute").selectAll().execute();
    const collection = await store.db.selectFrom("nft_collection").selectAll().executeTakeFirst();
    return [rows.map(({ value, tokens }) => `${value} ${tokens}`), collection?.tokens_read];
  };
  await addNftMetadata(store.db, said(1, "Blue", "Blue", 7, "w".repeat(201)));
  await addNftMetadata(store.db, said(2, "Blue"));
  expect(await counted()).toEqual([["7 1", "Blue 2"], 2]);
  await replaceNftMetadata(store.db, said(1, "Blue", 7), said(1, "Violet", 7));
  expect(await counted()).toEqual([["7 1", "Blue 1", "Violet 1"], 2]);
  await replaceNftMetadata(store.db, said(1, "Violet", 7), silent(1));
  expect(await counted()).toEqual([["Blue 1"], 1]);
  // Marked meanwhile: what was read before that is neither written nor counted.
  await replaceNftMetadata(store.db, { ...said(2, "Blue"), due_at_ms: 5 }, silent(2));
  expect(await counted()).toEqual([["Blue 1"], 1]);
});
