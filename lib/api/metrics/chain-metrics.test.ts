import { setTimeout as sleep } from "node:timers/promises";
import { decodeAbiParameters, toFunctionSelector } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OLDER_SERIES, OLDER_WINDOWS } from "../../contract/metrics/older-series";
import type { Recording } from "../../devnet/recording";
import {
  balancesAfter,
  contractCalls,
  holdersOver,
  type ModelMove,
  type ModelReceipt,
  movesOf,
} from "../../testbed/evm/token-model";
import { followChains } from "../../testbed/followed-chains";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Coin is wrapped and unwrapped without a transfer, which the model counts alone. */
const WRAPPED_COIN = "0x97C0FE6aB595cbFD50ad3860DA5B2017d8B35c2E";

type Body = Record<string, unknown>;
type Entry = { address: string; sortKey: string };

describe.each([
  ["the C-Chain", "custom-network"],
  ["the C-Chain", "local-network"],
  ["the C-Chain", "l1-network"],
  ["the L1", "l1-network"],
])("metrics of %s of %s", (chain, name) => {
  let firn: IndexedRecording;
  /** With the chain's blocks and answers in the place of the C-Chain's. */
  let recording: Recording;
  /** The index of the C-Chain has no genesis block. */
  let firstHeight: number;
  let chains: ReturnType<typeof followChains>;
  let chainId: string;
  let byToken: Map<string, ModelMove[]>;

  beforeAll(async () => {
    firn = await indexRecording(name);
    chains = followChains(firn.nodeUrl, { stores: firn.stores });
    recording = chain === "the L1" ? withL1AsCChain(firn.recording) : firn.recording;
    firstHeight = chain === "the L1" ? 0 : 1;
    chainId = await untilIndexed(firn, recording);
    chains.rest();
    byToken = groupBy(movesOf(recording), ({ token }) => token);
  });

  afterAll(async () => {
    await chains.close();
    await firn.close();
  });

  const get = async (path: string, dialect = "sdk"): Promise<Body> => {
    const response = await fetch(firn.url + path, { headers: { "x-firn-dialect": dialect } });
    const body = (await response.json()) as Body;
    expect(response.status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body;
  };

  /** All items of a list, page by page, and the number of pages. */
  const walk = async (path: string, list: string): Promise<Body[]> => {
    const items: Body[] = [];
    let token: unknown;
    do {
      const page = await get(token === undefined ? path : `${path}&pageToken=${token}`);
      items.push(...(page[list] as Body[]));
      token = page.nextPageToken;
    } while (token !== undefined);
    return items;
  };

  /** Tokens whose balances follow from transfers, and their answers. */
  const countedTokens = async (): Promise<{ token: string; moves: ModelMove[]; figures: Body }[]> => {
    const found = [];
    for (const [token, moves] of byToken) {
      const figures = await get(`/firn/v1/chains/${chainId}/tokens/${token}`);
      if (figures.balancesFrom === "transfers" && token !== WRAPPED_COIN)
        found.push({ token, moves, figures });
    }
    expect(found.length).toBeGreaterThan(3);
    return found;
  };

  it("sums a token's transfers: their number, and a supply equal to the sum of balances", async () => {
    for (const { token, moves, figures } of await countedTokens()) {
      const balances = [...balancesAfter(moves)].filter(([, balance]) => balance > 0n);
      const supply = balances.reduce((sum, [, balance]) => sum + balance, 0n);
      expect(figures).toMatchObject({
        address: token,
        transfers: moves.length,
        holders: balances.length,
        totalSupply: String(supply),
      });
      for (const pageSize of [3, 500]) {
        const path = `/firn/v1/chains/${chainId}/tokens/${token}/holders?pageSize=${pageSize}`;
        const listed = (await walk(path, "holders")).map(({ holder, balance }) => ({
          address: (holder as { address: string }).address,
          sortKey: String(balance),
        }));
        expect(listed).toEqual(inOrder(balances));
      }
    }
  });

  it("has the contracts' own facts: every recorded answer about them and their tokens is found again", async () => {
    const holders = async (token: string): Promise<Map<string, string>> => {
      const path = `/firn/v1/chains/${chainId}/tokens/${token}/holders?pageSize=500`;
      const listed = (await walk(path, "holders")) as { holder: { address: string }; balance: string }[];
      return new Map(listed.map(({ holder, balance }) => [holder.address.toLowerCase(), balance]));
    };
    const found = new Map<string, number>();
    for (const { to, selector, words, result } of contractCalls(recording)) {
      // To SDKs a token without decimals is no ERC-20, so it has no symbol.
      const metadata = () => get(`/v1/chains/${chainId}/addresses/${to}`, "seed");
      const number = () => String(BigInt(result ?? "0x0"));
      const questions: Record<string, () => Promise<void>> = {
        "name()": async () => expect((await metadata()).name).toBe(textOf(result)),
        "symbol()": async () => expect((await metadata()).symbol).toBe(textOf(result)),
        "decimals()": async () => expect(String((await metadata()).decimals)).toBe(number()),
        "totalSupply()": async () =>
          expect((await get(`/firn/v1/chains/${chainId}/tokens/${to}`)).totalSupply).toBe(number()),
        "balanceOf(address)": async () =>
          expect((await holders(to)).get(addressIn(words[0])) ?? "0").toBe(number()),
        "balanceOf(address,uint256)": async () => {
          const path = `/v1/chains/${chainId}/addresses/${addressIn(words[0])}/balances:listErc1155`;
          const held = await walk(`${path}?contractAddress=${to}&pageSize=500`, "erc1155TokenBalances");
          const one = held.find(({ tokenId }) => tokenId === String(BigInt(words[1] ?? "0x0")));
          expect(one?.balance ?? "0").toBe(number());
        },
        "ownerOf(uint256)": async () => {
          const path = `/v1/chains/${chainId}/nfts/collections/${to}/tokens/${BigInt(words[0] ?? "0x0")}`;
          const response = await fetch(firn.url + path);
          const { ownerAddress } = (await response.json()) as Body;
          // A burned or never minted NFT has no owner: its contract does not answer.
          const owner = result === undefined ? `0x${"00".repeat(20)}` : addressIn(result);
          if (result !== undefined || response.ok) expect(String(ownerAddress).toLowerCase()).toBe(owner);
          else expect(response.status).toBe(404);
        },
      };
      const [name] = Object.keys(questions).filter((signature) => toFunctionSelector(signature) === selector);
      if (name === undefined || (result === undefined && name !== "ownerOf(uint256)")) continue;
      await questions[name]?.();
      found.set(name, (found.get(name) ?? 0) + 1);
    }
    expect([...found.keys()].sort()).toEqual([
      "balanceOf(address)",
      "balanceOf(address,uint256)",
      "decimals()",
      "name()",
      "ownerOf(uint256)",
      "symbol()",
      "totalSupply()",
    ]);
  });

  it("continues with holders after an address", async () => {
    const [{ token } = { token: "" }] = await countedTokens();
    const path = `/firn/v1/chains/${chainId}/tokens/${token}/holders?pageSize=500`;
    const all = await walk(path, "holders");
    const [first] = all as { holder: { address: string } }[];
    expect(await walk(`${path}&after=${first?.holder.address.toLowerCase()}`, "holders")).toEqual(
      all.slice(1),
    );
  });

  it("finds every address that held more than a threshold within a time frame, with its latest balance", async () => {
    const fits = openPublishedShapes("metrics-api");
    const tokens = (await countedTokens()).toSorted((a, b) => b.moves.length - a.moves.length);
    const standards = groupBy(tokens, ({ figures }) => figures.ercType);
    expect([...standards.keys()].sort()).toEqual(["ERC-1155", "ERC-20", "ERC-721"]);
    for (const { token, moves } of [...standards.values()].flatMap((of) => of.slice(0, 1))) {
      const balances = balancesAfter(moves);
      const times = [...new Set(moves.map(({ time }) => time))];
      const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0;
      const frames = [
        {},
        { start: at(0.5) },
        { end: at(0.5) },
        { start: at(0.3), end: at(0.6) },
        { start: at(1) + 1 },
        { end: at(0) },
        { start: at(0.6), end: at(0.6) },
      ];
      for (const { start, end } of frames) {
        for (const threshold of [0n, moves[Math.floor(moves.length / 2)]?.amount ?? 0n]) {
          const query = [
            `threshold=${threshold}`,
            ...(start === undefined ? [] : [`startTimestamp=${start}`]),
            ...(end === undefined ? [] : [`endTimestamp=${end}`]),
          ].join("&");
          const path = `/v2/chains/${chainId}/contracts/${token}/balances?${query}`;
          const isEmpty = start !== undefined && start === end;
          const over = isEmpty
            ? new Set()
            : holdersOver(moves, { threshold, start: start ?? 0, end: end ?? Number.MAX_SAFE_INTEGER });
          const expected = inOrder([...balances].filter(([address]) => over.has(address)));
          const whole = await get(path);
          expect(fits("LookingGlassResponse", whole)).toBeUndefined();
          expect(whole, path).toEqual({ addresses: expected });
          expect(await walk(`${path}&pageSize=2`, "addresses"), path).toEqual(expected);
        }
      }
    }
  });

  it("has a wallet's ERC-20 and ERC-1155 balances at a past block, page by page", async () => {
    const counted = new Set((await countedTokens()).map(({ token }) => token));
    const moves = movesOf(recording).filter(({ token }) => counted.has(token));
    const wallets = groupBy(
      moves.filter(({ form }) => form !== "erc721"),
      ({ to }) => to,
    );
    const busiest = [...wallets].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 3);
    const heights = [0.2, 0.5, 0.9].map((share) => moves[Math.floor(share * moves.length)]?.height ?? 0);
    for (const [wallet] of busiest) {
      for (const height of heights) {
        const before = moves.filter((move) => move.height <= height);
        for (const kind of ["Erc20", "Erc1155"]) {
          const ofKind = groupBy(
            before.filter(({ form }) => form === kind.toLowerCase()),
            ({ token, number }) => `${token} ${number}`,
          );
          const expected = [...ofKind]
            .map(([key, of]) => `${key} ${balancesAfter(of).get(wallet) ?? 0n}`)
            .filter((text) => !text.endsWith(" 0"));
          const path = `/v1/chains/${chainId}/addresses/${wallet}/balances:list${kind}`;
          const list = `${kind.toLowerCase()}TokenBalances`;
          const listed = await walk(`${path}?blockNumber=${height}&pageSize=2`, list);
          const had = listed
            .filter(({ address }) => counted.has(String(address)))
            .map(({ address, tokenId = "", balance }) => `${address} ${tokenId} ${balance}`);
          expect(had.sort(), `${kind} of ${wallet} at ${height}`).toEqual(expected.sort());
        }
      }
    }
  });

  it("writes a sort key as an exact integer, and as text for SDKs", async () => {
    const [{ token } = { token: "" }] = (await countedTokens()).toSorted(
      (a, b) => String(b.figures.totalSupply).length - String(a.figures.totalSupply).length,
    );
    const path = `/v2/chains/${chainId}/contracts/${token}/balances?threshold=0`;
    const [first] = (await get(path)).addresses as Entry[];
    expect(BigInt(first?.sortKey ?? 0)).toBeGreaterThan(2n ** 53n);
    const text = await (await fetch(firn.url + path)).text();
    expect(text).toContain(`{"address":"${first?.address}","sortKey":${first?.sortKey}}`);
  });

  it("counts transactions, gas, fees and active addresses of hours, days, weeks and months", async () => {
    const fits = openPublishedShapes("metrics-api");
    const points = async (metric: string, interval: string): Promise<unknown> => {
      const path = `/v2/chains/${chainId}/metrics/${metric}?timeInterval=${interval}&pageSize=1`;
      expect(fits("MetricsApiResponse", await get(path))).toBeUndefined();
      const walked = (await walk(path, "results")) as { timestamp: number; value: number }[];
      return walked.map(({ timestamp, value }) => [timestamp, value]);
    };
    const { evm } = recording;
    const blocks = evm.slice(firstHeight).map(({ block, receipts }) => ({
      time: Number(block.timestamp),
      receipts: receipts as unknown as ModelReceipt[],
    }));
    const moves = movesOf(recording);
    const grouped = <T>(startOf: (time: number) => number, value: (of: typeof blocks, start: number) => T) =>
      [...groupBy(blocks, ({ time }) => startOf(time))]
        .toSorted(([a], [b]) => b - a)
        .map(([start, of]) => [start, value(of, start)]);
    const every = (seconds: number) => (time: number) => time - (time % seconds);
    const monday = (time: number) => every(604_800)(time + 3 * 86_400) - 3 * 86_400;
    const month = (time: number) =>
      Date.parse(`${new Date(time * 1_000).toISOString().slice(0, 7)}-01`) / 1_000;
    const transactions = (of: typeof blocks) => of.flatMap(({ receipts }) => receipts).length;
    const gas = (of: typeof blocks) =>
      of.flatMap(({ receipts }) => receipts).reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0);
    const intervals = [
      ["hour", every(3_600)],
      ["day", every(86_400)],
      ["week", monday],
      ["month", month],
    ] as const;
    for (const [interval, startOf] of intervals) {
      expect(await points("txCount", interval)).toEqual(grouped(startOf, transactions));
      expect(await points("gasUsed", interval)).toEqual(grouped(startOf, gas));
      const path = `/v2/chains/${chainId}/metrics/gasUsed?timeInterval=${interval}`;
      const late = await get(`${path}&endTimestamp=${Number.MAX_SAFE_INTEGER}`);
      expect(late).toEqual(await get(path));
      expect(await get(`${path}&startTimestamp=${Number.MAX_SAFE_INTEGER}`)).toEqual({ results: [] });
    }
    for (const [interval, startOf] of intervals) {
      const met = (side: "from" | "both") =>
        grouped(startOf, (of, start) => {
          const sides = [
            ...of.flatMap(({ receipts }) => receipts),
            ...moves.filter(({ time }) => startOf(time) === start),
          ].flatMap(({ from, to }) => (side === "from" || to === null ? [from] : [from, to]));
          return new Set(sides.map((address) => address.toLowerCase())).size;
        });
      expect(await points("activeAddresses", interval)).toEqual(met("both"));
      expect(await points("activeSenders", interval)).toEqual(met("from"));
    }
    const fees = (of: typeof blocks) =>
      of
        .flatMap(({ receipts }) => receipts)
        .reduce((sum, receipt) => sum + BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice), 0n);
    expect(await points("feesPaid", "day")).toEqual(grouped(every(86_400), (of) => Number(fees(of))));
    const text = await (await fetch(`${firn.url}/v2/chains/${chainId}/metrics/feesPaid?pageSize=1`)).text();
    const newest = every(86_400)(blocks.at(-1)?.time ?? 0);
    const onNewest = blocks.filter(({ time }) => every(86_400)(time) === newest);
    expect(text).toMatch(new RegExp(`"value":${fees(onNewest)}\\b`));
  });

  it("counts from the first block on, and in windows that end with the newest block", async () => {
    const fits = openPublishedShapes("metrics-api");
    const moves = movesOf(recording);
    const blocks = recording.evm.slice(firstHeight).map(({ block, receipts, traces }) => {
      const time = Number(block.timestamp);
      const own = receipts as unknown as ModelReceipt[];
      const met = [...own, ...moves.filter((move) => move.time === time)];
      return {
        time,
        receipts: own,
        senders: met.map(({ from }) => from.toLowerCase()),
        receivers: met.flatMap(({ to }) => to?.toLowerCase() ?? []),
        makers: traces.flatMap(({ result }) => makersIn(result as TracedCall)),
      };
    });
    const distinct = (lists: readonly string[][]) => new Set(lists.flat()).size;
    const figures: Record<string, (of: typeof blocks) => number> = {
      contracts: (of) => of.flatMap(({ makers }) => makers).length,
      deployers: (of) => distinct(of.map(({ makers }) => makers)),
      addresses: (of) => distinct(of.flatMap(({ senders, receivers }) => [senders, receivers])),
      activeSenders: (of) => distinct(of.map(({ senders }) => senders)),
      txCount: (of) => of.flatMap(({ receipts }) => receipts).length,
      feesPaid: (of) =>
        Number(of.flatMap(({ receipts }) => receipts).reduce((sum, each) => sum + feeOf(each), 0n)),
      maxGasPrice: (of) =>
        Math.max(...of.flatMap(({ receipts }) => receipts.map((each) => Number(each.effectiveGasPrice)))),
    };
    const days = [...new Set(blocks.map(({ time }) => time - (time % DAY)))].reverse();
    const until = (time: number) => blocks.filter((block) => block.time < time);
    const series: [string, (day: number) => number | undefined][] = [
      ["deployers", (day) => figures.deployers?.(until(day + DAY).filter(({ time }) => time >= day))],
      ["cumulativeDeployers", (day) => figures.deployers?.(until(day + DAY))],
      ["cumulativeAddresses", (day) => figures.addresses?.(until(day + DAY))],
      ["cumulativeContracts", (day) => figures.contracts?.(until(day))],
      ["cumulativeTxCount", (day) => figures.txCount?.(until(day + DAY))],
    ];
    for (const [metric, figure] of series) {
      const wanted = days.map((timestamp) => ({ value: figure(timestamp), timestamp }));
      for (const pageSize of [1, 2_160]) {
        const path = `/v2/chains/${chainId}/metrics/${metric}?pageSize=${pageSize}`;
        expect(await walk(path, "results"), metric).toEqual(wanted);
      }
    }
    const newest = blocks.at(-1)?.time ?? 0;
    const windows = { lastHour: HOUR, lastDay: DAY, lastWeek: 7 * DAY, lastMonth: 30 * DAY, allTime: newest };
    for (const metric of [
      "contracts",
      "deployers",
      "activeAddresses",
      "activeSenders",
      "txCount",
      "feesPaid",
      "maxGasPrice",
    ]) {
      const body = await get(`/v2/chains/${chainId}/rollingWindowMetrics/${metric}`);
      expect(fits("RollingWindowMetricsApiResponse", body)).toBeUndefined();
      const isActive = metric.startsWith("active");
      const wanted = Object.entries(windows).flatMap(([name, seconds]) => {
        const within = blocks.filter(({ time }) => time > newest - seconds);
        const figure = figures[metric === "activeAddresses" ? "addresses" : metric];
        return isActive && seconds > 7 * DAY ? [] : [[name, figure?.(within)]];
      });
      expect(body.result, metric).toMatchObject(Object.fromEntries(wanted));
      expect(Object.keys(body.result as Body)).toHaveLength(isActive ? 3 : 7);
    }
    // A rate divides by the whole window, even on a young chain.
    const { result } = await get(`/v2/chains/${chainId}/rollingWindowMetrics/avgTps`);
    for (const [name, seconds] of Object.entries(windows)) {
      if (name === "allTime") continue;
      const within = blocks.filter(({ time }) => time > newest - seconds);
      expect((result as Body)[name], name).toBeCloseTo(Number(figures.txCount?.(within)) / seconds, 12);
    }
  });

  it("answers the same under the older paths", async () => {
    const fits = openPublishedShapes("metrics-api");
    for (const { metric, path } of Object.values(OLDER_SERIES)) {
      const isCounted = ["txCount", "gasUsed", "activeAddresses", "activeSenders"].includes(metric);
      const intervals = isCounted ? ["hour", "day", "week", "month"] : ["day"];
      for (const interval of intervals) {
        const older = await get(`${path.replace("{chainId}", chainId)}?interval=${interval}`);
        expect(fits("LegacyEvmMetricsResponse", older)).toBeUndefined();
        const series = await get(`/v2/chains/${chainId}/metrics/${metric}?timeInterval=${interval}`);
        expect(older).toMatchObject({ results: series.results, status: 200 });
        expect(older.results).not.toHaveLength(0);
      }
    }
    // The published shape of these fits nothing: its two alternatives fit the same values.
    for (const { metric, path } of Object.values(OLDER_WINDOWS)) {
      const older = await get(path.replace("{chainId}", chainId));
      const { result } = await get(`/v2/chains/${chainId}/rollingWindowMetrics/${metric}`);
      const { lastHour, lastDay, lastMonth, lastYear, allTime } = result as Body;
      const windows = { last_hour: lastHour, last_day: lastDay, last_month: lastMonth };
      expect(older.result).toEqual({ ...windows, last_year: lastYear, all_time: allTime });
      const { lastRun } = await get(`/v1/tx_count/${chainId}`);
      expect(older).toMatchObject({ status: 200, lastRun });
    }
  });

  it("lists what is wrong with a request for metrics", async () => {
    const [token] = byToken.keys();
    const cases: [path: string, status: number, words: string][] = [
      [`/v1/avg_tps/1`, 404, "this Firn does not index EVM chain 1"],
      [`/v1/avg_tps/x`, 400, "chainId must be"],
      [`/v1/avg_tps/${chainId}?pageToken=x`, 400, "pageToken must be"],
      [`/v2/chains/${chainId}/contracts/${token}/balances`, 400, "threshold must be"],
      [`/v2/chains/${chainId}/contracts/${token}/balances?threshold=-1`, 400, "threshold must be"],
      [`/v2/chains/${chainId}/contracts/${token}/balances?threshold=${2n ** 256n}`, 400, "threshold must be"],
      [
        `/v2/chains/${chainId}/contracts/${token}/balances?threshold=0&pageSize=5001`,
        400,
        "pageSize must be",
      ],
      [`/v2/chains/${chainId}/contracts/0x12/balances?threshold=0`, 400, "address must be"],
      [`/v2/chains/${chainId}/metrics/nothing`, 400, "metric must be"],
      [
        `/v2/chains/${chainId}/metrics/deployers?timeInterval=hour`,
        400,
        "timeInterval of deployers must be day",
      ],
      [`/v2/chains/${chainId}/rollingWindowMetrics/cumulativeTxCount`, 400, "metric must be one of gasUsed"],
      [`/v1/max_tps/${chainId}?interval=week`, 400, "must be day"],
      [`/v1/tx_count/${chainId}?interval=year`, 400, "interval must be one of hour"],
      [`/v1/gas_used/x/rollingWindow`, 400, "chainId must be"],
      [`/v2/chains/1/rollingWindowMetrics/txCount`, 404, "this Firn does not index EVM chain 1"],
      [`/v2/chains/${chainId}/metrics/avgTps?timeInterval=hour`, 400, "timeInterval of avgTps must be day"],
      [`/v2/chains/${chainId}/contracts/0x${"11".repeat(20)}/nfts:listHolders`, 404, "was ever transferred"],
    ];
    for (const [path, status, words] of cases) {
      const response = await fetch(firn.url + path);
      const body = (await response.json()) as { message: string[]; statusCode: number };
      expect([response.status, body.statusCode], path).toEqual([status, status]);
      expect(body.message, path).toEqual([expect.stringContaining(words)]);
    }
    const unknown = `/v2/chains/${chainId}/contracts/0x${"11".repeat(20)}/balances?threshold=0`;
    expect(await get(unknown)).toEqual({ addresses: [] });
    const { nextPageToken } = await get(
      `${unknown.replace(`0x${"11".repeat(20)}`, String(token))}&pageSize=1`,
    );
    expect((await fetch(`${firn.url}${unknown}&pageToken=${nextPageToken}`)).status).toBe(400);
  });
});

const HOUR = 3_600;
const DAY = 24 * HOUR;

interface TracedCall {
  type: string;
  from: string;
  to?: string;
  error?: string;
  calls?: TracedCall[];
}

/** Creators of contracts in a call and the calls inside it, once per contract. A failed call creates nothing. */
function makersIn({ type, from, to, error, calls = [] }: TracedCall): string[] {
  if (error !== undefined) return [];
  const own = type.startsWith("CREATE") && to !== undefined ? [from.toLowerCase()] : [];
  return [...own, ...calls.flatMap(makersIn)];
}

function feeOf({ gasUsed, effectiveGasPrice }: ModelReceipt): bigint {
  return BigInt(gasUsed) * BigInt(effectiveGasPrice);
}

function addressIn(word = ""): string {
  return `0x${word.slice(-40)}`.toLowerCase();
}

function textOf(result = "0x"): string {
  // Some old tokens return 32 bytes instead of a string.
  if (result.length === 66) return Buffer.from(result.slice(2), "hex").toString().replace(/\0+$/, "");
  return decodeAbiParameters([{ type: "string" }], result as `0x${string}`)[0];
}

function groupBy<Key, T>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** In list order: largest balance first, then by address. */
function inOrder(balances: readonly (readonly [string, bigint])[]): Entry[] {
  return balances
    .toSorted(([a, left], [b, right]) =>
      left === right ? (a.toLowerCase() < b.toLowerCase() ? -1 : 1) : left > right ? -1 : 1,
    )
    .map(([address, balance]) => ({ address, sortKey: String(balance) }));
}

function withL1AsCChain(recording: Recording): Recording {
  const [l1] = recording.evmChains;
  if (l1 === undefined) throw new Error("the recording has no L1");
  const path = `/ext/bc/${l1.blockchainId}/rpc`;
  const answers = recording.answers.filter(({ path }) => path !== "/ext/bc/C/rpc");
  return {
    ...recording,
    evm: l1.blocks,
    network: { ...recording.network, cChainId: l1.blockchainId },
    answers: answers.map((answer) => (answer.path === path ? { ...answer, path: "/ext/bc/C/rpc" } : answer)),
  };
}

async function untilIndexed(firn: IndexedRecording, { evm, network }: Recording): Promise<string> {
  const last = evm.length - 1;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const { chains } = (await (await fetch(`${firn.url}/v1/chains`)).json()) as {
      chains?: { chainId: string; platformChainId?: string }[];
    };
    const chainId = chains?.find(({ platformChainId }) => platformChainId === network.cChainId)?.chainId;
    if (chainId !== undefined && (await fetch(`${firn.url}/v1/chains/${chainId}/blocks/${last}`)).ok)
      return chainId;
    await sleep(10);
  }
  throw new Error("the chain was not indexed in time");
}
