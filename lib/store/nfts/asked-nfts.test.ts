import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { askForNft, listAskedNfts, takeAskedNft } from "./asked-nfts";

const folder = mkdtempSync(join(tmpdir(), "firn-asked-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nft = (tokenId: bigint) => ({ contract: new Uint8Array(20).fill(1), tokenId });

it("gives the tokens that were asked for on a chain until they are taken, each once", () => {
  expect(listAskedNfts(folder, "1")).toEqual([]);
  for (const tokenId of [7n, 2n ** 256n - 1n, 7n]) expect(askForNft(folder, "1", nft(tokenId))).toBe(true);
  writeFileSync(join(folder, "asked", "1", "something else"), "");
  expect(listAskedNfts(folder, "1")).toEqual(expect.arrayContaining([nft(7n), nft(2n ** 256n - 1n)]));
  expect(listAskedNfts(folder, "1")).toHaveLength(2);
  expect(listAskedNfts(folder, "2")).toEqual([]);
  takeAskedNft(folder, "1", nft(7n));
  expect(listAskedNfts(folder, "1")).toEqual([nft(2n ** 256n - 1n)]);
});

it("takes no more than a thousand", () => {
  for (let tokenId = 0n; tokenId < 1000n; tokenId++) askForNft(folder, "1", nft(tokenId));
  expect(askForNft(folder, "1", nft(1000n))).toBe(false);
  takeAskedNft(folder, "1", nft(5n));
  expect(askForNft(folder, "1", nft(1000n))).toBe(true);
});
