import { afterEach, beforeEach, expect, it } from "vitest";
import type { EvmStore } from "../../store/stores";
import { openChain } from "../../testbed/test-stores";
import { fitNfts, loadNftTexts } from "./nft-texts";

let store: EvmStore;

beforeEach(async () => {
  store = await openChain(":memory:", { mode: "write", nowMs: 0 });
});
afterEach(() => store.close());

/** NFTs by row id, with texts of `characters` each. */
async function add(tokens: number, characters: number): Promise<{ id: number }[]> {
  const nfts = Array.from({ length: tokens }, (_, i) => ({ id: i + 1 }));
  for (const { id } of nfts) {
    await store.db
      .insertInto("nft_metadata")
      .values({
        nft_id: id,
        status: "INDEXED",
        token_uri: "u".repeat(characters / 2),
        metadata: "m".repeat(characters / 2),
        updated_at: id,
        attempts: 0,
        next_from: "contract",
        due_at_ms: null,
      })
      .execute();
  }
  return nfts;
}

const MIB = 1024 * 1024;

it("a page has as many NFTs as fit with all their texts, but at least one", async () => {
  const nfts = await add(20, MIB);
  expect(await fitNfts(store.db, nfts)).toBe(8);
  expect(await fitNfts(store.db, nfts.slice(0, 3))).toBe(3);
  expect(await fitNfts(store.db, [{ id: 99 }])).toBe(1);
  expect(await fitNfts(store.db, [])).toBe(0);
});

it("an answer with more NFTs has the status of all, and the texts of the first", async () => {
  const nfts = await add(10, MIB);
  const texts = await loadNftTexts(store.db, [...nfts.map(({ id }) => id), 99]);
  expect([...texts.values()].map(({ status, updated_at }) => [status, updated_at])).toEqual(
    nfts.map(({ id }) => ["INDEXED", id]),
  );
  expect([...texts.values()].map(({ token_uri }) => token_uri?.length)).toEqual([
    ...Array(8).fill(MIB / 2),
    undefined,
    undefined,
  ]);
});
