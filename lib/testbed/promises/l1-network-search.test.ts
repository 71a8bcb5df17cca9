import { afterAll, beforeAll, expect, it, test } from "vitest";
import { openDataClient } from "../../client/data";
import { type SearchReading, search } from "../../contract/firn/search";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/** What the search finds on a real L1 beside its C-Chain. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

const MANAGER = "0x0Feedc0de0000000000000000000000000000000";
const PROXY = "0xcb5255bbfe1fcd1E8C1D52301edA436eCcf231AF";
const GENESIS_TOKEN = "0x1000000000000000000000000000000000000001";

async function readingsOf(q: string): Promise<SearchReading[]> {
  const client = openDataClient({ baseUrl: network.firn.url });
  return (await client.get(search, { params: {}, query: { q } })).readings;
}

/** Addresses of the pages that a text leads to, in order. */
async function hrefsOf(q: string): Promise<(string | undefined)[]> {
  return (await readingsOf(q)).filter(({ found }) => found === "yes").map(({ href }) => href);
}

test("every block of the L1 is found by its hash, and by its height beside those of P, X and C", async () => {
  const [chain] = network.firn.recording.evmChains;
  const blocks = (chain?.blocks ?? []).map(({ block }) => block as { hash: string });
  expect(blocks).toHaveLength(223);
  for (const [height, { hash }] of blocks.entries()) {
    expect(await hrefsOf(hash)).toEqual([`/${L1}/block/${height}`]);
    expect((await hrefsOf(String(height))).at(-1)).toBe(`/${L1}/block/${height}`);
  }
  expect(await hrefsOf("4")).toEqual(["p", "x", "c", L1].map((segment) => `/${segment}/block/4`));
});

it("names the newest block of every chain that a height is beyond", async () => {
  const readings = await readingsOf("1,000");
  expect(readings.map(({ reading, found, detail }) => [reading, found, detail])).toEqual([
    ["P-Chain block 1,000", "impossible", "The newest is 18"],
    ["X-Chain block 1,000", "impossible", "The newest is 4"],
    ["C-Chain block 1,000", "impossible", "The newest is 132"],
    ["firnl1 block 1,000", "impossible", "The newest is 222"],
  ]);
  expect(await hrefsOf("200")).toEqual([`/${L1}/block/200`]);
});

test.each([
  ["firnl1", [`/${L1}/blocks`, "/l1/2bbHY6NbQcYCEQtTBCmaVMVeJB1BW6kDzTAfCSJbQf57drC7g"]],
  ["FirnL", [`/${L1}/blocks`, "/l1/2bbHY6NbQcYCEQtTBCmaVMVeJB1BW6kDzTAfCSJbQf57drC7g"]],
  [L1, [`/${L1}/blocks`]],
  [C, ["/c/blocks"]],
  ["c-chain", ["/c/blocks"]],
  ["X-Chain", ["/x/blocks"]],
])("%s names a chain", async (text, hrefs) => {
  expect(await hrefsOf(text)).toEqual(hrefs);
});

it("leads to an account on every chain that knows it", async () => {
  expect(await hrefsOf(MANAGER)).toEqual([`/address/${MANAGER}?chain=${L1}`]);
  expect(new Set(await hrefsOf(PROXY))).toEqual(
    new Set([`/address/${PROXY}?chain=c`, `/address/${PROXY}?chain=${L1}`]),
  );
  expect(await hrefsOf(GENESIS_TOKEN)).toEqual([`/${L1}/token/${GENESIS_TOKEN}`]);
});

it("says which chain a transaction of the L1 is on", async () => {
  const [chain] = network.firn.recording.evmChains;
  const { block } = chain?.blocks.at(-1) ?? {};
  const { transactions } = block as unknown as { transactions: { hash: string }[] };
  expect(await readingsOf(transactions[0]?.hash ?? "")).toMatchObject([
    { reading: "firnl1 transaction", evmChainId: L1, found: "yes", detail: "In block 222" },
    { found: "no" },
  ]);
});

it("leads to a token by its name, its symbol or their beginning, and to an account by the beginning of its address", async () => {
  const [{ detail = "" } = {}] = await readingsOf(GENESIS_TOKEN);
  const [name = ""] = detail.split(", ");
  expect(name.length).toBeGreaterThan(2);
  for (const q of [name, name.toLowerCase(), name.slice(0, 2)])
    expect(await hrefsOf(q), q).toContain(`/${L1}/token/${GENESIS_TOKEN}`);
  expect(await readingsOf(name)).toContainEqual(
    expect.objectContaining({
      reading: name,
      kind: "token",
      detail: expect.stringMatching(/ERC-20, .*holder/),
    }),
  );
  expect(await hrefsOf(MANAGER.slice(0, 10))).toEqual([`/address/${MANAGER}?chain=${L1}`]);
  expect(await hrefsOf(MANAGER.slice(0, 5))).toEqual([]);
});
