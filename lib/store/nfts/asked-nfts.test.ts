import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { testStores } from "../../testbed/test-stores";

const folder = mkdtempSync(join(tmpdir(), "firn-asked-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nft = (tokenId: bigint) => ({ contract: new Uint8Array(20).fill(1), tokenId });

it("lists the requested tokens of a chain until they are taken, each once", async () => {
  expect(await testStores(folder).mailbox("1").nfts()).toEqual([]);
  for (const tokenId of [7n, 2n ** 256n - 1n, 7n])
    expect(await testStores(folder).mailbox("1").ask(nft(tokenId))).toBe(true);
  writeFileSync(join(folder, "evm", "asked", "1", "something else"), "");
  expect(await testStores(folder).mailbox("1").nfts()).toEqual(
    expect.arrayContaining([nft(7n), nft(2n ** 256n - 1n)]),
  );
  expect(await testStores(folder).mailbox("1").nfts()).toHaveLength(2);
  expect(await testStores(folder).mailbox("2").nfts()).toEqual([]);
  await testStores(folder).mailbox("1").take(nft(7n));
  expect(await testStores(folder).mailbox("1").nfts()).toEqual([nft(2n ** 256n - 1n)]);
});

it("accepts no more than a thousand", async () => {
  for (let tokenId = 0n; tokenId < 1000n; tokenId++) await testStores(folder).mailbox("1").ask(nft(tokenId));
  expect(await testStores(folder).mailbox("1").ask(nft(1000n))).toBe(false);
  await testStores(folder).mailbox("1").take(nft(5n));
  expect(await testStores(folder).mailbox("1").ask(nft(1000n))).toBe(true);
});
