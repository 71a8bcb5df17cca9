import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatAddress } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { getNativeBalance } from "../../contract/data/evm-balances";
import {
  type AggregatedAssetAmount,
  getPChainBalances,
  getXChainBalances,
} from "../../contract/data/primary-network-balances";
import { type BalancePoint, listAddressBalances } from "../../contract/firn/balances";
import { getStatus } from "../../contract/firn/status";
import { parseLossless } from "../../contract/rpc";
import { unpackBytes } from "../../store/rows/columns";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../../testbed/l1-network";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Balances over time, compared with the balances at each time, and with what nodes said. */

const DAY = 86_400;

type Query = Omit<NonNullable<Parameters<typeof readPage>[2]>, "pageToken">;

function readPage(
  url: string,
  address: string,
  query: {
    chain: string;
    timeInterval?: "day" | "change";
    pageSize?: number;
    pageToken?: string;
    before?: number;
  },
) {
  return openDataClient({ baseUrl: url }).get(listAddressBalances, { params: { address }, query });
}

/** All points, oldest first. */
async function readAll(url: string, address: string, query: Query): Promise<BalancePoint[]> {
  const points: BalancePoint[] = [];
  let pageToken: string | undefined;
  do {
    const page = await readPage(url, address, { ...query, ...(pageToken && { pageToken }) });
    points.push(...page.points);
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
  return points.reverse();
}

/** The prefix of the network's addresses, and the asset id of AVAX. */
async function readNetwork({ url }: IndexedRecording) {
  return (await openDataClient({ baseUrl: url }).get(getStatus, { params: {}, query: {} })).network;
}

/** Every address that owns an output, alone or with others. */
async function listOwners(indexed: IndexedRecording): Promise<string[]> {
  const { hrp } = await readNetwork(indexed);
  const store = await indexed.stores.open("primary", { mode: "read" });
  const rows = await store.db.selectFrom("utxo").select("owners").distinct().execute();
  await store.close();
  const owners = rows.flatMap(({ owners }) => unpackBytes(owners, 20));
  return [...new Set(owners.map((owner) => formatAddress(hrp, owner)))];
}

/** AVAX in lists of amounts. */
function avax(...lists: AggregatedAssetAmount[][]): string {
  const own = lists.flat().filter(({ symbol }) => symbol === "AVAX");
  return String(own.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
}

/** What the API of balances says of a chain at a time, or now. */
async function balanceAt(
  indexed: IndexedRecording,
  { chain, address, at }: { chain: string; address: string; at: number | undefined },
): Promise<Pick<BalancePoint, "balance" | "staked">> {
  const client = openDataClient({ baseUrl: indexed.url });
  const params = { network: "fuji", blockchainId: `${chain}-chain` };
  const query = { addresses: address, blockTimestamp: at };
  if (chain === "x") {
    const { balances } = await client.get(getXChainBalances, { params, query });
    return { balance: avax(balances.unlocked, balances.locked) };
  }
  const { balances } = await client.get(getPChainBalances, { params, query });
  const staked = [balances.unlockedStaked, balances.lockedStaked, balances.pendingStaked];
  const free = [balances.unlockedUnstaked, balances.lockedPlatform, balances.lockedStakeable];
  return { balance: avax(...staked, ...free), staked: avax(...staked) };
}

const valuesOf = ({ balance, staked }: BalancePoint) => ({
  balance,
  ...(staked !== undefined && { staked }),
});
const NOTHING = { p: { balance: "0", staked: "0" }, x: { balance: "0" } } as const;

/** Compares every point on P and X of every owner; returns how many changes there were on each. */
async function compareOwned(indexed: IndexedRecording): Promise<{ p: number; x: number }> {
  const seen = { p: 0, x: 0 };
  for (const address of await listOwners(indexed))
    for (const chain of ["p", "x"] as const) {
      const changes = await readAll(indexed.url, address, { chain, timeInterval: "change", pageSize: 1_000 });
      let before: Pick<BalancePoint, "balance" | "staked"> = NOTHING[chain];
      for (const point of changes) {
        const at = point.timestamp;
        const name = `${address} on ${chain} at ${at}`;
        expect(await balanceAt(indexed, { chain, address, at: at - 1 }), `before ${name}`).toEqual(before);
        expect(await balanceAt(indexed, { chain, address, at }), name).toEqual(valuesOf(point));
        before = valuesOf(point);
      }
      expect(await balanceAt(indexed, { chain, address, at: undefined }), `${address} now`).toEqual(before);
      const days = await readAll(indexed.url, address, { chain, timeInterval: "day", pageSize: 1_000 });
      expect(days.length > 0).toBe(changes.length > 0);
      for (const day of days) {
        const last = changes.findLast(({ timestamp }) => timestamp < day.timestamp + DAY);
        expect([day.timestamp % DAY, valuesOf(day)]).toEqual([0, last && valuesOf(last)]);
      }
      const steps = days.map(({ timestamp }, index) => timestamp - (days[0]?.timestamp ?? 0) - index * DAY);
      expect(new Set(steps).size).toBeLessThan(2);
      seen[chain] += changes.length;
    }
  return seen;
}

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedRecording;
  beforeAll(async () => {
    indexed = await indexRecording(name);
  });
  afterAll(() => indexed.close());

  test("every change and every day of every owner on P and X is the balance of that time, and nothing changed between", async () => {
    const seen = await compareOwned(indexed);
    expect(seen.p).toBeGreaterThan(20);
    expect(seen.x).toBeGreaterThan(10);
  }, 120_000);

  test("the newest point is what the node says", async () => {
    let compared = 0;
    const { avaxAssetId } = await readNetwork(indexed);
    for (const { method, params, reply, height } of indexed.recording.answers) {
      const isP = method === "platform.getBalance";
      const head = indexed.recording.containers[isP ? "P/block" : "X/block"].length;
      if (!(isP || method === "avm.getBalance") || (height ?? head) !== head) continue;
      const asked = parseLossless(params) as {
        address?: string;
        addresses?: string[];
        assetID?: string;
        includePartial?: boolean;
      };
      const { result } = parseLossless(reply) as { result?: Record<string, string> };
      const address = asked.address ?? (asked.addresses?.length === 1 ? asked.addresses[0] : undefined);
      if (address === undefined || result === undefined) continue;
      // Without `includePartial` the node leaves out what others own too.
      const isWhole =
        asked.includePartial === true && (asked.assetID === "AVAX" || asked.assetID === avaxAssetId);
      if (!isP && !isWhole) continue;
      const point = (await readAll(indexed.url, address, { chain: isP ? "p" : "x" })).at(-1);
      const free = BigInt(point?.balance ?? 0) - BigInt(point?.staked ?? 0);
      expect(String(free), `${method} ${address}`).toBe(String(result.balance));
      compared++;
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("pages of any size have the same points, and a page can begin at a time", async () => {
    const counts = [];
    for (const address of await listOwners(indexed)) {
      const query = { chain: "p", timeInterval: "change" } as const;
      const all = await readAll(indexed.url, address, { ...query, pageSize: 1_000 });
      counts.push(all.length);
      if (all.length < 3) continue;
      expect(await readAll(indexed.url, address, { ...query, pageSize: 2 })).toEqual(all);
      const before = all[Math.floor(all.length / 2)]?.timestamp ?? 0;
      const { points } = await readPage(indexed.url, address, { ...query, before, pageSize: 1_000 });
      expect(points.toReversed()).toEqual(all.filter(({ timestamp }) => timestamp < before));
    }
    expect(Math.max(...counts)).toBeGreaterThan(5);
  });

  test("an address that never had anything has no points; the wrong form of an address is refused", async () => {
    const address = formatAddress((await readNetwork(indexed)).hrp, new Uint8Array(20).fill(7));
    expect(await readPage(indexed.url, address, { chain: "p" })).toEqual({ points: [] });
    const other = formatAddress("fuji", new Uint8Array(20).fill(7));
    await expect(readPage(indexed.url, other, { chain: "x" })).rejects.toThrow(/this network's addresses/);
    const account = `0x${"ab".repeat(20)}`;
    await expect(readPage(indexed.url, account, { chain: "p" })).rejects.toThrow(/must be bech32/);
  });
});

describe("the recording of an L1", () => {
  let network: L1Network;
  beforeAll(async () => {
    network = await followL1Network();
  }, L1_NETWORK_TIMEOUT_MS);
  afterAll(() => network.close());

  test("every change and every day of every owner on P and X is the balance of that time", async () => {
    expect((await compareOwned(network.firn)).p).toBeGreaterThan(20);
  }, 120_000);

  test.each([
    ["the C-Chain", C, "c"],
    ["the L1", L1, L1],
  ])("on %s a day has the balance that the node has after its last block", async (_, chainId, chain) => {
    const { url, recording } = network.firn;
    const path = chain === "c" ? "/ext/bc/C/rpc" : `/ext/bc/${recording.evmChains[0]?.blockchainId}/rpc`;
    const recorded = recording.answers.filter((one) => one.path === path && one.method === "eth_getBalance");
    const accounts = [...new Set(recorded.map(({ params }) => (JSON.parse(params) as [string])[0]))];
    expect(accounts.length).toBeGreaterThan(5);
    let known = 0;
    for (const address of accounts)
      for (const point of await readAll(url, address, { chain })) {
        const query = { blockNumber: Number(point.blockNumber) };
        const asked = openDataClient({ baseUrl: url }).get(getNativeBalance, {
          params: { chainId, address },
          query,
        });
        if (point.balance === undefined) await expect(asked).rejects.toThrow(/no state of block/);
        else {
          expect((await asked).nativeTokenBalance.balance).toBe(point.balance);
          known++;
        }
      }
    expect(known).toBeGreaterThanOrEqual(accounts.length);
    await expect(readPage(url, accounts[0] ?? "", { chain, timeInterval: "change" })).rejects.toThrow(
      /timeInterval must be day/,
    );
  });

  test("an EVM chain needs the 0x form, and a chain that is not indexed has no balances", async () => {
    const { url } = network.firn;
    const [key = ""] = await listOwners(network.firn);
    await expect(readPage(url, key, { chain: "c" })).rejects.toThrow(/must be 0x and 40 hex digits/);
    await expect(readPage(url, `0x${"ab".repeat(20)}`, { chain: "12" })).rejects.toThrow(/does not index/);
  });
});

describe("a chain of many days", () => {
  const DAYS = 120;
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  let account: string;

  beforeAll(async () => {
    chain = await VmChain.open({ chainId: 99_998 });
    const [, to = ""] = chain.accounts;
    account = to;
    for (let day = 1; day <= DAYS; day++) {
      await chain.mine([{ from: 0, to, value: BigInt(day) }], DAY / 2);
      // Every tenth day has no block.
      await chain.mine(
        [{ from: 1, to: chain.accounts[2] ?? "", value: 1n }],
        day % 10 === 0 ? 2.5 * DAY : DAY / 2,
      );
    }
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
  }, 120_000);
  afterAll(async () => {
    await firn.close();
    await node.close();
  });

  const query = { chain: "99998" };

  /** Every day from the first block on, by the chain itself. */
  function expected(): BalancePoint[] {
    const points: BalancePoint[] = [];
    const first = (chain.blocks[1]?.time ?? 0) - ((chain.blocks[1]?.time ?? 0) % DAY);
    for (let timestamp = first; timestamp <= chain.head.time; timestamp += DAY) {
      const height = chain.blocks.findLast(({ time }) => time < timestamp + DAY)?.height ?? 0;
      points.push({
        timestamp,
        blockNumber: String(height),
        balance: String(chain.balanceOf(account, height)),
      });
    }
    return points;
  }

  test("every day has the balance after its last block, also days without blocks, in pages of any size", async () => {
    const days = expected();
    expect(days.length).toBeGreaterThan(DAYS);
    expect(new Set(days.map(({ balance }) => balance)).size).toBeGreaterThan(100);
    expect(new Set(days.map(({ blockNumber }) => blockNumber)).size).toBeLessThan(days.length);
    for (const pageSize of [7, 90, 1_000])
      expect(await readAll(firn.url, account, { ...query, pageSize })).toEqual(days);
    expect((await readPage(firn.url, account, { ...query, pageSize: 1_000 })).points).toHaveLength(100);
    const before = days[50]?.timestamp ?? 0;
    const { points } = await readPage(firn.url, account, { ...query, before, pageSize: 100 });
    expect(points.toReversed()).toEqual(days.slice(0, 50));
  });

  test("days of which the node keeps no state have no balance, and the others have theirs", async () => {
    const kept = 200;
    const isOld = (tag: unknown) => typeof tag === "string" && tag.startsWith("0x") && Number(tag) < kept;
    node.alter = ({ method, params }, answer) =>
      method === "eth_getBalance" && isOld(params[1])
        ? { error: { code: -32000, message: "missing trie node abcd (path )" } }
        : answer;
    const days = expected().map(({ balance, ...day }) => ({
      ...day,
      ...(Number(day.blockNumber) >= kept && { balance }),
    }));
    // The oldest page has none at all.
    for (const pageSize of [20, 100])
      expect(await readAll(firn.url, account, { ...query, pageSize })).toEqual(days);
    node.alter = (_, answer) => answer;
  });

  test("a node that does not answer fails the request, and nothing is made up", async () => {
    node.refuse = { methods: ["eth_getBalance"], status: 500 };
    await expect(readPage(firn.url, account, query)).rejects.toMatchObject({ status: expect.any(Number) });
    delete node.refuse;
    expect((await readPage(firn.url, account, query)).points.length).toBeGreaterThan(0);
  });
});
