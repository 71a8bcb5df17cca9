import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type { TransactionDetail } from "../../contract/data/evm-transactions";
import type {
  EvmCallPage,
  EvmInternalPage,
  EvmLogPage,
  EvmTraceCall,
  EvmTransferPage,
  FirnEvmTransaction,
} from "../../contract/firn/evm-transactions";
import type { FoundEvmTransaction } from "../../contract/firn/evm-tx-search";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { type LongTransactions, mineLongTransactions } from "../../testbed/evm/long-transactions";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import type { VmCall } from "../../testbed/evm/tracer";

const CHAIN = 99_998;
const COUNT = 130;
const SIZES = [7, 25, 100];

describe("the lists of a long transaction", () => {
  let node: VmNode;
  let firn: IndexedChains;
  let long: LongTransactions;
  let asked: string[];

  beforeAll(async () => {
    const chain = await VmChain.open({ chainId: CHAIN });
    long = await mineLongTransactions(chain, COUNT);
    node = await serveVmNode(chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
    node.alter = ({ method }, answer) => {
      asked.push(method);
      return answer;
    };
    asked = [];
  });

  afterAll(async () => {
    await firn.close();
    await node.close();
  });

  const ask = async (path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(firn.url + path);
    return { status: response.status, body: await response.json() };
  };
  const get = async <T>(path: string): Promise<T> => {
    const { status, body } = await ask(path);
    expect(status, `${path} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
    return body as T;
  };
  const pathOf = (hash: string) => `/firn/v1/chains/${CHAIN}/transactions/${hash}`;

  /** All pages of a list, from the row after `after` on. */
  async function walk<Page extends { nextPageToken?: string | undefined }>(
    path: string,
    query: { pageSize: number; after?: number },
  ): Promise<Page[]> {
    const pages: Page[] = [];
    const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    for (let token: string | undefined = ""; token !== undefined; ) {
      const more: string = token === "" ? "" : `&pageToken=${token}`;
      const page: Page = await get<Page>(`${path}?${text.join("&")}${more}`);
      pages.push(page);
      token = page.nextPageToken;
    }
    return pages;
  }

  it("come in pages of any size without a gap or a double: logs", async () => {
    const { receipt, hash } = long.moving;
    const whole = receipt.logs.map(({ address, topics, data }) => ({
      address: formatEvmAddress(address),
      topics: topics.map(toHex),
      data: toHex(data),
    }));
    expect(whole).toHaveLength(COUNT);
    for (const pageSize of SIZES) {
      const pages = await walk<EvmLogPage>(`${pathOf(hash)}/logs`, { pageSize });
      expect(pages).toHaveLength(Math.ceil(COUNT / pageSize));
      expect(pages.map(({ first }) => first)).toEqual(pages.map((_, at) => at * pageSize + 1));
      for (const { count } of pages) expect(count).toBe(COUNT);
      const logs = pages.flatMap((page) => page.logs ?? []);
      expect(logs.map(({ logIndex }) => logIndex)).toEqual(whole.map((_, at) => at));
      expect(logs.map(({ address, topics, data }) => ({ address, topics, data }))).toEqual(whole);
      for (const [at, { event }] of logs.entries()) {
        expect(event?.name).toBe("Transfer");
        expect(event?.args.at(-1)).toEqual({ name: "value", type: "uint256", value: String(at + 1) });
      }
    }
  });

  it("come in pages of any size without a gap or a double: calls, each with those around it", async () => {
    for (const { trace, hash } of [long.moving, long.paying]) {
      const whole = listed(trace, 0);
      expect(whole.length).toBeGreaterThan(COUNT);
      for (const pageSize of SIZES) {
        const pages = await walk<EvmCallPage>(`${pathOf(hash)}/calls`, { pageSize });
        const calls = pages.flatMap((page) => page.calls ?? []);
        expect(calls.map(({ depth, type, value, error }) => [depth, type, value, error])).toEqual(whole);
        for (const page of pages) {
          expect(page.count).toBe(whole.length);
          expect(page.callers, `page from ${page.first}`).toEqual(callersOf(calls, page.first - 1));
        }
        for (const [at, call] of calls.entries()) {
          const next = calls.slice(at + 1).find(({ depth }) => depth <= call.depth);
          expect(call.isLast, `call ${at}`).toBe(next === undefined || next.depth < call.depth);
          const around = [...callersOf(calls, at), call];
          expect(call.isReverted, `call ${at}`).toBe(around.some(({ error }) => error !== undefined));
        }
      }
    }
    const [page] = await walk<EvmCallPage>(`${pathOf(long.paying.hash)}/calls`, { pageSize: 25 });
    expect(page?.caughtCount).toBe(Math.floor(COUNT / 3));
  });

  it("come in pages of any size without a gap or a double: transfers and calls with value", async () => {
    for (const { hash } of [long.moving, long.paying]) {
      const whole = await get<TransactionDetail>(`/v1/chains/${CHAIN}/transactions/${hash}`);
      for (const pageSize of SIZES) {
        const moved = await walk<EvmTransferPage>(`${pathOf(hash)}/transfers`, { pageSize });
        expect(moved.flatMap(({ transfers }) => transfers)).toEqual(whole.erc20Transfers ?? []);
        const paid = await walk<EvmInternalPage>(`${pathOf(hash)}/internal-transactions`, { pageSize });
        expect(paid.flatMap((page) => page.internalTransactions)).toEqual(whole.internalTransactions ?? []);
        for (const { count } of paid) expect(count).toBe(whole.internalTransactions?.length ?? 0);
      }
    }
  });

  it("begin after any row, and past the end are empty", async () => {
    const path = `${pathOf(long.moving.hash)}/logs`;
    const pages = await walk<EvmLogPage>(path, { pageSize: 25, after: 60 });
    expect(pages[0]?.first).toBe(61);
    expect(pages.flatMap(({ logs = [] }) => logs.map(({ logIndex }) => logIndex))).toEqual(
      Array.from({ length: COUNT - 60 }, (_, at) => 60 + at),
    );
    expect(await get(`${path}?after=${COUNT}`)).toMatchObject({ count: COUNT, logs: [] });
    expect(await get(`${pathOf(long.moving.hash)}/transfers?after=9999999`)).toMatchObject({ transfers: [] });
  });

  it("are asked of the node once for all pages, and anew for each first page", async () => {
    for (const [list, method] of [
      ["logs", "eth_getBlockReceipts"],
      ["calls", "debug_traceTransaction"],
    ] as const) {
      asked.length = 0;
      await walk<EvmLogPage & EvmCallPage>(`${pathOf(long.moving.hash)}/${list}`, { pageSize: 25 });
      const times = () => asked.filter((each) => each === method).length;
      expect(times(), list).toBe(1);
      await get(`${pathOf(long.moving.hash)}/${list}`);
      expect(times(), list).toBe(2);
    }
  });

  it("need their own tokens, and a transaction that exists", async () => {
    const moving = pathOf(long.moving.hash);
    const { nextPageToken } = await get<EvmLogPage>(`${moving}/logs`);
    for (const path of [
      `${moving}/calls?pageToken=${nextPageToken}`,
      `${pathOf(long.paying.hash)}/logs?pageToken=${nextPageToken}`,
      `${moving}/logs?after=1&pageToken=${nextPageToken}`,
      `${moving}/logs?after=-1`,
      `${moving}/logs?pageSize=101`,
    ])
      expect((await ask(path)).status, path).toBe(400);
    for (const list of ["", "/logs", "/calls", "/transfers", "/internal-transactions"])
      expect((await ask(pathOf(`0x${"ab".repeat(32)}`) + list)).status, list).toBe(404);
  });

  it("are counted by their transaction, with what it changed for its sender", async () => {
    const [moving, paying] = await Promise.all(
      [long.moving, long.paying].map(({ hash }) => get<FirnEvmTransaction>(pathOf(hash))),
    );
    expect(moving).toMatchObject({
      bytes: toHex(long.moving.bytes),
      logCount: COUNT,
      transferCount: COUNT,
      changes: [],
      internalTransactionCount: 0,
      movesNfts: false,
    });
    const paid = BigInt((COUNT * (COUNT + 1)) / 2);
    expect(paying).toMatchObject({
      logCount: 0,
      transferCount: 0,
      changes: [{ amount: String(-paid) }],
      movesNfts: false,
      revertedInternalTransactionCount: 2 * Math.floor(COUNT / 3),
    });
    const whole = await get<TransactionDetail>(`/v1/chains/${CHAIN}/transactions/${long.paying.hash}`);
    expect(paying?.internalTransactionCount).toBe(whole.internalTransactions?.length);
    expect(paying?.nativeTransaction).toEqual(whole.nativeTransaction);
  });

  it("give a row of the chain’s list what the transaction moved, unless that would be long", async () => {
    const { transactions } = await get<{ transactions: FoundEvmTransaction[] }>(
      `/firn/v1/chains/${CHAIN}/transactions?pageSize=100`,
    );
    const outcomes = new Map(transactions.map(({ txHash, outcome }) => [txHash, outcome]));
    expect(outcomes.get(long.moving.hash)).toBeUndefined();
    const { changes, movesNfts } = await get<FirnEvmTransaction>(pathOf(long.paying.hash));
    expect(outcomes.get(long.paying.hash)).toEqual({ changes, movesNfts });
  });
});

type Listed = [depth: number, type: string, value: string, error: string | undefined];

/** A call tree in the order in which its calls began. */
function listed({ type, value = 0n, error, calls }: VmCall, depth: number): Listed[] {
  return [[depth, type, String(value), error], ...calls.flatMap((call) => listed(call, depth + 1))];
}

/** Calls around one of a list, the outermost first. */
function callersOf(calls: readonly EvmTraceCall[], index: number): EvmTraceCall[] {
  const around: EvmTraceCall[] = [];
  for (const call of calls.slice(0, index)) {
    around.length = call.depth;
    around[call.depth] = call;
  }
  return around.slice(0, calls[index]?.depth ?? 0);
}
