import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { listChainAccounts } from "../../contract/firn/accounts";
import { getAsset, listAssets } from "../../contract/firn/assets";
import {
  type ListedToken,
  listChainCollections,
  listChainContracts,
  listChainTokens,
  type TokenSort,
} from "../../contract/firn/chain-lists";
import { getToken, listTokenHolders } from "../../contract/firn/tokens";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/** Lists of what the chains of a real network have are what its node told: supplies, balances, receipts, descriptions. */

let network: L1Network;

beforeAll(async () => {
  network = await followL1Network();
}, L1_NETWORK_TIMEOUT_MS);
afterAll(() => network?.close());

const TOTAL_SUPPLY = "0x18160ddd";
const client = () => openDataClient({ baseUrl: network.firn.url });

/** What the recorded node answered to a method, and the height of its chain then. */
function recorded<T>(
  chainId: string,
  method: string,
): { params: unknown[]; result: T; height: number | undefined }[] {
  const { answers, evmChains } = network.firn.recording;
  const path = chainId === C ? "/ext/bc/C/rpc" : `/ext/bc/${evmChains[0]?.blockchainId}/rpc`;
  return answers
    .filter((each) => each.path === path && each.method === method)
    .flatMap(({ params, reply, height }) => {
      const { result } = JSON.parse(reply) as { result?: T };
      return result === undefined ? [] : [{ params: JSON.parse(params) as unknown[], result, height }];
    });
}

/** All rows of a list, page by page. */
async function walk<Row>(
  read: (paging: { pageToken?: string }) => Promise<{ rows: readonly Row[]; next: string | undefined }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | undefined, more = true; more; more = next !== undefined) {
    const page = await read(next === undefined ? {} : { pageToken: next });
    rows.push(...page.rows);
    next = page.next;
  }
  return rows;
}

function walkTokens(
  chainId: string,
  route: typeof listChainTokens | typeof listChainCollections,
  sort: TokenSort,
) {
  return walk(async (paging) => {
    const query = { sort, pageSize: 2, ...paging };
    const { tokens, nextPageToken } = await client().get(route, { params: { chainId }, query });
    return { rows: tokens, next: nextPageToken };
  });
}

/** A supply on one scale for all tokens; below all others where decimals are not known. */
function wholeUnits({ ercType, totalSupply = "0", decimals = -1 }: ListedToken): bigint {
  const scale = ercType === "ERC-20" ? decimals : 0;
  return scale === -1 ? -1n : BigInt(totalSupply) * 10n ** BigInt(255 - scale);
}

const LISTS = [
  [L1, "tokens", listChainTokens],
  [L1, "collections", listChainCollections],
  [C, "tokens", listChainTokens],
  [C, "collections", listChainCollections],
] as const;

test.each(LISTS)(
  "chain %s: each order of its %s has the same rows, most first",
  async (chainId, _, route) => {
    const byHolders = await walkTokens(chainId, route, "holders");
    const byTransfers = await walkTokens(chainId, route, "transfers");
    const newest = await walkTokens(chainId, route, "newest");
    const addresses = (rows: typeof newest) => rows.map(({ address }) => address).sort();
    expect(byHolders.length).toBeGreaterThan(0);
    expect(new Set(addresses(newest)).size).toBe(newest.length);
    expect(addresses(byHolders)).toEqual(addresses(newest));
    expect(addresses(byTransfers)).toEqual(addresses(newest));
    const transfers = byTransfers.map(({ transfers }) => transfers ?? -1);
    expect(transfers).toEqual(transfers.toSorted((a, b) => b - a));
    const byDay = await walkTokens(chainId, route, "transfersOfDay");
    expect(addresses(byDay)).toEqual(addresses(newest));
    const ofDay = byDay.map(({ transfersOfDay }) => transfersOfDay ?? -1);
    expect(ofDay).toEqual(ofDay.toSorted((a, b) => b - a));
    const bySupply = await walkTokens(chainId, route, "supply");
    expect(addresses(bySupply)).toEqual(addresses(newest));
    const units = bySupply.filter(({ balancesFrom }) => balancesFrom === "transfers").map(wholeUnits);
    expect(units).toEqual(units.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    const [first, ...rest] = bySupply;
    const query = { sort: "supply", after: first?.address ?? "", pageSize: 100 } as const;
    const { tokens } = await client().get(route, { params: { chainId }, query });
    expect(tokens).toEqual(rest);
    const other = route === listChainTokens ? listChainCollections : listChainTokens;
    const strange = { params: { chainId }, query: { ...query, pageSize: 1 } };
    if (first !== undefined)
      await expect(client().get(other, strange)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const times = newest.flatMap(({ created }) => created?.timestamp ?? []);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  },
);

test.each(LISTS)(
  "chain %s: the numbers of its %s are those on their own pages",
  async (chainId, _, route) => {
    for (const { transfersOfDay, created, ...listed } of await walkTokens(chainId, route, "holders")) {
      const params = { chainId, address: listed.address };
      expect(await client().get(getToken, { params })).toMatchObject(listed);
      expect(transfersOfDay ?? -1).toBeLessThanOrEqual(listed.transfers ?? 0);
      if (listed.holders === undefined || listed.ercType === "ERC-1155") continue;
      const { holders } = await client().get(listTokenHolders, { params, query: { pageSize: 500 } });
      expect(holders.length, listed.address).toBe(listed.holders);
    }
  },
);

test.each([L1, C])("chain %s: supplies are what the contracts told the recorded node", async (chainId) => {
  const told = new Map(
    recorded<string>(chainId, "eth_call").flatMap(({ params, result }) => {
      const [{ to, data }] = params as [{ to: string; data: string }];
      return data === TOTAL_SUPPLY && result !== "0x" ? [[to.toLowerCase(), String(BigInt(result))]] : [];
    }) as [string, string][],
  );
  const tokens = [
    ...(await walkTokens(chainId, listChainTokens, "newest")),
    ...(await walkTokens(chainId, listChainCollections, "newest")),
  ];
  const compared = tokens.filter(({ address }) => told.has(address.toLowerCase()));
  expect(compared.length).toBe(told.size);
  for (const { address, totalSupply } of compared)
    expect(totalSupply, address).toBe(told.get(address.toLowerCase()));
});

test.each([L1, C])(
  "chain %s: every contract that a receipt names is in the list, in order",
  async (chainId) => {
    const contracts = await walk(async (paging) => {
      const query = { pageSize: 3, ...paging };
      const page = await client().get(listChainContracts, { params: { chainId }, query });
      return { rows: page.contracts, next: page.nextPageToken };
    });
    const { evm, evmChains } = network.firn.recording;
    const blocks: { receipts: object[] }[] = chainId === C ? evm : (evmChains[0]?.blocks ?? []);
    const created = blocks
      .flatMap(({ receipts }) => receipts as { contractAddress: string | null; status: string }[])
      .flatMap(({ contractAddress, status }) =>
        contractAddress && status === "0x1" ? [contractAddress] : [],
      );
    const listed = contracts.map(({ contract }) => contract.address.toLowerCase());
    expect(created.length).toBeGreaterThan(0);
    expect(listed.filter((address) => created.includes(address))).toEqual(created.toReversed());
    const heights = contracts.map((row) => Number(row.created?.blockNumber));
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
  },
);

test.each([L1, C])("chain %s: balances of its largest accounts are the recorded node's", async (chainId) => {
  let blockNumber = "";
  let accountsUnknown = 0;
  const accounts = await walk(async (paging) => {
    const query = { pageSize: 7, ...paging };
    const page = await client().get(listChainAccounts, { params: { chainId }, query });
    ({ blockNumber, accountsUnknown = 0 } = page);
    return { rows: page.accounts, next: page.nextPageToken };
  });
  const balances = accounts.map(({ balanceWei }) => BigInt(balanceWei));
  expect(balances).toEqual(balances.toSorted((a, b) => (a === b ? 0 : a < b ? 1 : -1)));
  expect(accounts.map(({ rank }) => rank)).toEqual(accounts.map((_, index) => index + 1));
  const told = recorded<string>(chainId, "eth_getBalance")
    .filter(({ height }) => height === Number(blockNumber))
    .map(({ params, result }): [string, bigint] => [String(params[0]).toLowerCase(), BigInt(result)])
    .filter(([, balance]) => balance > 0n);
  expect(told.length).toBeGreaterThan(0);
  expect(accountsUnknown).toBeLessThan(told.length);
  const listed = new Map(accounts.map((row) => [row.account.address.toLowerCase(), BigInt(row.balanceWei)]));
  const compared = told.filter(([address]) => listed.has(address));
  for (const [address, balance] of compared) expect(listed.get(address), address).toBe(balance);
  // Accounts of the genesis that no block names are not asked for.
  expect(told.length - compared.length).toBeLessThan(3);
});

test("every asset is what the node described, and its holders have its supply", async () => {
  const { answers } = network.firn.recording;
  const described = answers
    .filter(({ method }) => method === "avm.getAssetDescription")
    .flatMap(({ reply }) => {
      const { result } = JSON.parse(reply) as {
        result?: { assetID: string; name: string; symbol: string; denomination: string };
      };
      return result ?? [];
    });
  expect(described.length).toBeGreaterThan(0);
  const { assets } = await client().get(listAssets, { params: {}, query: { pageSize: 100 } });
  for (const { assetID, name, symbol, denomination } of described) {
    const asset = await client().get(getAsset, { params: { assetId: assetID } });
    expect(asset).toMatchObject({ assetId: assetID, name, symbol, denomination: Number(denomination) });
    expect(assets.map(({ assetId }) => assetId)).toContain(assetID);
    if (asset.isAvax) continue;
    const held = asset.holders?.largest.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    expect(asset.supply).toBe(String(held));
  }
});
