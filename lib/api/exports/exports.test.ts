import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import {
  type listErc20Transactions,
  listInternalTransactions,
  listLatestTransactions,
  listNativeTransactions,
} from "../../contract/data/evm-transactions";
import type { Operation } from "../../contract/data/operations";
import {
  getPChainTransaction,
  listPChainTransactions,
} from "../../contract/data/primary-network-transactions";
import { listShapeOf } from "../../contract/list-shape";
import type { Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";
import { type Exporting, openExporting } from "../../testbed/exporting";
import { type Asked, pathOf } from "../code-samples";
import examples from "../examples.json" with { type: "json" };
import { sum } from "../sum";
import { rangeOf } from "./file";
import { ExportFolder } from "./folder";

type Row = Record<string, string>;

/** Rows of a CSV file, without quotes over several lines. */
function readCsv(file: Buffer): { columns: string[]; rows: Row[] } {
  const [head = [], ...rows] = file
    .toString()
    .split("\r\n")
    .slice(0, -1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
  return {
    columns: head,
    rows: rows.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ""]))),
  };
}

describe("exports of a recorded network", () => {
  let firn: IndexedCChain;
  let exporting: Exporting;
  let accounts: string[];
  let owners: string[];
  beforeAll(async () => {
    firn = await indexCChain("custom-network");
    exporting = openExporting(firn);
    ({ accounts, owners } = await takeSamples());
  });
  afterAll(() => firn.close());

  const client = () => openDataClient({ baseUrl: firn.url });
  const evm = (addresses: readonly string[], more: object = {}) => ({
    type: "TRANSACTION_EXPORT_EVM",
    options: { addresses, includeChains: [firn.chainId] },
    ...more,
  });
  const primary = (form: string, addresses: readonly string[], more: object = {}) => ({
    type: `TRANSACTION_EXPORT_PRIMARY_NETWORK${form}`,
    options: { addresses, includeChains: ["p-chain", "x-chain", "c-chain"] },
    ...more,
  });

  test("of an account have every movement of its own lists, once", async () => {
    const client = openDataClient({ baseUrl: firn.url });
    let rows = 0;
    for (const address of accounts.slice(0, 6)) {
      const params = { chainId: firn.chainId, address };
      const natives = await readAll((page) => client.get(listNativeTransactions, { params, query: page }));
      const inner = await readAll((page) => client.get(listInternalTransactions, { params, query: page }));
      const lists = ["listErc20Transactions", "listErc721Transactions", "listErc1155Transactions"] as const;
      const transfers = await Promise.all(
        lists.map((name) =>
          readAll((page) =>
            client.get(ROUTES[name] as typeof listErc20Transactions, { params, query: page }),
          ),
        ),
      );
      const { file } = await exporting.export(evm([address]));
      const found = readCsv(file).rows;
      const of = (...kinds: string[]) => found.filter(({ kind = "" }) => kinds.includes(kind));
      expect(of("native").map(({ transactionHash }) => transactionHash)).toEqual(
        natives.map(({ txHash }) => txHash).reverse(),
      );
      expect(sum(of("native").map(({ rawFee = "" }) => BigInt(rawFee)))).toBe(
        sum(natives.map(({ gasUsed, gasPrice }) => BigInt(gasUsed) * BigInt(gasPrice))),
      );
      const moved = inner.filter(({ isReverted }) => !isReverted);
      expect(sum(of("internal").map(({ rawAmount = "" }) => BigInt(rawAmount)))).toBe(
        sum(moved.map(({ value }) => BigInt(value))),
      );
      expect(of("internal")).toHaveLength(moved.length);
      const tokens = of("erc20", "erc721", "erc1155");
      expect(tokens.map((row) => `${row.transactionHash} ${row.logIndex}`).toSorted()).toEqual(
        transfers
          .flat()
          .map((each) => `${each.txHash} ${each.logIndex}`)
          .toSorted(),
      );
      expect(found.map(({ blockTime }) => blockTime)).toEqual(
        found.map(({ blockTime }) => blockTime).toSorted(),
      );
      rows += found.length;
    }
    expect(rows).toBeGreaterThan(100);
  });

  test("of several accounts have what is between them once", async () => {
    const key = (row: Row) => JSON.stringify({ ...row, direction: "" });
    const alone: string[] = [];
    for (const address of accounts) {
      const { file } = await exporting.export(evm([address]));
      alone.push(
        ...readCsv(file)
          .rows.filter((row) => isOf(row, address))
          .map(key),
      );
    }
    const { file } = await exporting.export(evm(accounts));
    const together = readCsv(file).rows;
    expect(together.map(key).toSorted()).toEqual(alone.toSorted());
    expect(together.some(({ direction }) => direction === "self")).toBe(true);

    /** Whether a row of one account's file is one of the file of all: what another one of them sent is in that one's. */
    function isOf({ from = "", to = "" }: Row, address: string): boolean {
      const has = (party: string) => accounts.includes(party.toLowerCase());
      return (has(from) ? from : to).toLowerCase() === address;
    }
  });

  test("of the primary network have every input and output, and what is left is what addresses have", async () => {
    const { file, operation } = await exporting.export(primary("", owners));
    expect(operation).toMatchObject({
      operationStatus: "COMPLETED",
      operationType: "TRANSACTION_EXPORT_PRIMARY_NETWORK",
    });
    const { rows } = readCsv(file);
    const byTx = groupByTx(rows);
    const query = { addresses: owners.slice(0, 64).join(",") };
    const params = { network: "fuji", blockchainId: "p-chain" } as const;
    const listed = await readAll((page) =>
      client().get(listPChainTransactions, { params, query: { ...query, ...page } }),
    );
    expect(listed.length).toBeGreaterThan(20);
    for (const tx of listed) {
      const { consumedUtxos, emittedUtxos } = await client().get(getPChainTransaction, {
        params: { ...params, txHash: tx.txHash },
      });
      const of = (direction: string) =>
        (byTx.get(tx.txHash) ?? [])
          .filter((row) => row.direction === direction)
          .map(({ utxoId, rawAmount }) => `${utxoId} ${rawAmount}`);
      expect(of("in")).toEqual(consumedUtxos.map(({ utxoId, amount }) => `${utxoId} ${amount}`));
      expect(of("out")).toEqual(emittedUtxos.map(({ utxoId, amount }) => `${utxoId} ${amount}`));
    }
    // The same as sums: what the addresses got less what they gave, of each asset.
    const net = readCsv((await exporting.export(primary("_SIMPLE", owners))).file).rows;
    const sums = (of: (row: Row) => [string, bigint]) => {
      const found = new Map<string, bigint>();
      for (const [asset, amount] of net.map(of)) found.set(asset, (found.get(asset) ?? 0n) + amount);
      return found;
    };
    const expected = new Map<string, bigint>();
    for (const { isOwn, direction, assetId = "", rawAmount = "" } of rows)
      if (isOwn === "true")
        expected.set(
          assetId,
          (expected.get(assetId) ?? 0n) + (direction === "in" ? -1n : 1n) * BigInt(rawAmount),
        );
    expect(sums(({ assetId = "", rawNet = "" }) => [assetId, BigInt(rawNet)])).toEqual(expected);
    for (const tx of listed) {
      const [burned] = tx.amountBurned;
      const row = net.find(
        ({ transactionHash, assetId }) => transactionHash === tx.txHash && assetId === burned?.assetId,
      );
      if (burned && row && row.rawSent !== "0") expect(row.rawBurned, tx.txHash).toBe(burned.amount);
    }
  });

  test("of staking have each stake and each reward", async () => {
    const { rows } = readCsv((await exporting.export(primary("_STAKING", owners))).file);
    const query = { addresses: owners.slice(0, 64).join(",") };
    const params = { network: "fuji", blockchainId: "p-chain" } as const;
    const listed = await readAll((page) =>
      client().get(listPChainTransactions, { params, query: { ...query, ...page } }),
    );
    const staked = listed.filter(({ amountStaked }) => amountStaked.length > 0);
    expect(staked.length).toBeGreaterThan(3);
    for (const { txHash, amountStaked, nodeId, estimatedReward } of staked)
      expect(rows.find((row) => row.transactionHash === txHash)).toMatchObject({
        rawStaked: amountStaked[0]?.amount,
        nodeId: nodeId ?? "",
        rawEstimatedReward: estimatedReward ?? "",
      });
    const rewards = listed.flatMap(({ emittedUtxos }) => emittedUtxos.filter(({ rewardType }) => rewardType));
    expect(rewards.length).toBeGreaterThan(0);
    expect(sum(rows.map(({ rawRewarded = "" }) => BigInt(rawRewarded)))).toBe(
      sum(rewards.map(({ amount }) => BigInt(amount))),
    );
  });

  test("of a list are its CSV, byte for byte", async () => {
    const of = (name: string) => (examples as unknown as Record<string, Asked>)[name];
    const lists = Object.values<Route>(ROUTES).flatMap((route) => {
      const { params, query } = of(route.operationId) ?? {};
      const { pageSize: _, ...rest } = { pageSize: undefined, ...query };
      return listShapeOf(route) && params ? [pathOf(route, { params, query: rest })] : [];
    });
    lists.push(`/v1/chains/${firn.chainId}/addresses/${accounts[0]}/transactions:listErc20?pageSize=3`);
    expect(lists.length).toBeGreaterThan(60);
    let compared = 0;
    for (const list of lists) {
      const streamed = await fetch(`${firn.url}${list}${list.includes("?") ? "&" : "?"}format=csv`);
      if (!streamed.ok) continue;
      const { file } = await exporting.export({ type: "LIST_EXPORT", options: { list } });
      expect(file.toString(), list).toBe(await streamed.text());
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
  });

  test("as Parquet have the cells of the CSV", async () => {
    for (const body of [
      evm(accounts),
      primary("", owners),
      primary("_STAKING", owners),
      { type: "LIST_EXPORT", options: { list: `/v1/chains/${firn.chainId}/blocks` } },
    ]) {
      const { columns, rows } = readCsv((await exporting.export(body)).file);
      const { file, operation } = await exporting.export({ ...body, format: "parquet" });
      expect(operation.metadata?.downloadUrl).toContain("/firn/v1/operations/");
      const buffer = file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer;
      const found = (await parquetReadObjects({ file: buffer })) as Record<string, unknown>[];
      expect(Object.keys(found[0] ?? {})).toEqual(columns);
      expect(found.length).toBe(rows.length);
      for (const [i, row] of rows.entries())
        for (const name of columns) {
          const cell = found[i]?.[name];
          // What a spreadsheet would run as a formula has an apostrophe in CSV.
          expect(String(cell ?? ""), `${name} of ${i}`).toBe((row[name] ?? "").replace(/^'(?=[=+\-@])/, ""));
        }
    }
  });

  test("that are broken off anywhere are what they would have been", async () => {
    const whole = await exporting.export(evm(accounts));
    for (let broken = 1; broken <= 12; broken++) {
      const { operationId } = await exporting.ask(evm(accounts));
      const stop = new AbortController();
      let asked = 0;
      const openApi = async () => ({
        ask: async (path: string) => {
          if (++asked > broken) stop.abort();
          return fetch(firn.url + path);
        },
        close: async () => {},
      });
      await exporting.run({ openApi, signal: stop.signal });
      // Written, and not yet part of it.
      await appendFile(exporting.folder.rowsPath(operationId), "half a row");
      await exporting.run();
      const { metadata } = await exporting.read(operationId);
      const file = Buffer.from(await (await fetch(metadata?.downloadUrl ?? "")).arrayBuffer());
      expect(file.equals(whole.file)).toBe(true);
    }
  });

  test("go on, or begin again, when a page token is no longer good", async () => {
    const { operationId } = await exporting.ask(evm(accounts));
    const job = await exporting.folder.readJob(operationId);
    await exporting.folder.writeProgress(operationId, {
      status: "running",
      rows: 1,
      bytes: 4,
      lacks: [],
      isCut: false,
      restarts: 0,
      updatedAtMs: 0,
      places: (job?.lists ?? []).map(() => ({ pageToken: "gone", taken: 0 })),
    });
    await appendFile(exporting.folder.rowsPath(operationId), "rows");
    await exporting.run();
    const { operationStatus, metadata } = await exporting.read(operationId);
    expect(operationStatus).toBe("COMPLETED");
    const whole = await exporting.export(evm(accounts));
    expect(await (await fetch(metadata?.downloadUrl ?? "")).text()).toBe(whole.file.toString());
  });

  test("do not begin again for ever", async () => {
    const { operationId } = await exporting.ask(evm(accounts));
    let asked = 0;
    const openApi = async () => ({
      ask: async (path: string) =>
        ++asked % 4 === 0 ? Response.json({ message: "gone" }, { status: 400 }) : fetch(firn.url + path),
      close: async () => {},
    });
    await exporting.run({ openApi, turnMs: 0 });
    expect(await exporting.read(operationId)).toMatchObject({ operationStatus: "FAILED", message: "gone" });
  });

  test("have turns, and are what they would have been", async () => {
    const body = evm(accounts.slice(3, 5));
    const whole = await exporting.export(body);
    const asked = [await exporting.ask(body), await exporting.ask(body)];
    await exporting.run({ turnMs: 5 });
    for (const { operationId } of asked) {
      const { metadata } = await exporting.read(operationId);
      expect(await (await fetch(metadata?.downloadUrl ?? "")).text()).toBe(whole.file.toString());
    }
  });

  test("are not begun when their files take too much space", async () => {
    await exporting.export(evm(accounts));
    const full = new ExportFolder(join(firn.stores.place.folder, "exports"), 1_000);
    const job = { type: "LIST_EXPORT", format: "csv", lists: [], own: [], createdAtMs: 0 } as const;
    await expect(full.add({ ...job, lists: [], own: [] })).rejects.toThrow("take all the space");
  });

  test("wait for an API that has no answer, and fail with its words where it refuses", async () => {
    let asked = 0;
    const openApi = async () => ({
      ask: async (path: string) =>
        ++asked % 2 === 1 ? Response.json({ message: "busy" }, { status: 503 }) : fetch(firn.url + path),
      close: async () => {},
    });
    const { operation } = await exporting.export(evm(accounts.slice(0, 1)), { openApi });
    expect(operation.operationStatus).toBe("COMPLETED");
    const refused = await exporting.ask(evm(accounts));
    const refuse = async () => Response.json({ message: ["no", "never"] }, { status: 404 });
    await exporting.run({ openApi: async () => ({ ask: refuse, close: async () => {} }) });
    expect(await exporting.read(refused.operationId)).toMatchObject({
      operationStatus: "FAILED",
      message: "no; never",
      metadata: { code: "ErrInvalidRequest" },
    });
  });

  test("of days without blocks are a file without rows", async () => {
    for (const days of [
      { lastDate: "2001-01-01" },
      { firstDate: "2999-01-01" },
      { startDate: "2001-01-01", endDate: "2001-02-03" },
    ]) {
      const { file, operation } = await exporting.export(evm(accounts, days));
      expect([readCsv(file).rows, operation.message]).toEqual([[], "0 rows"]);
      expect(readCsv((await exporting.export(primary("", owners, days))).file).rows).toEqual([]);
    }
    const parquet = await exporting.export(evm(accounts, { lastDate: "2001-01-01", format: "parquet" }));
    const { buffer, byteOffset, length } = parquet.file;
    const bytes = buffer.slice(byteOffset, byteOffset + length) as ArrayBuffer;
    expect(await parquetReadObjects({ file: bytes })).toEqual([]);
  });

  test("that are too long for a file end, and say how to go on", async () => {
    const list = `/v1/chains/${firn.chainId}/blocks`;
    const { file, operation } = await exporting.export(
      { type: "LIST_EXPORT", options: { list } },
      { mostBytes: 5_000 },
    );
    expect(operation).toMatchObject({
      operationStatus: "COMPLETED_WITH_WARNING",
      metadata: { code: "WarnTruncatedExport" },
    });
    expect(operation.message).toContain("narrow the list's query");
    expect(file.length).toBeGreaterThan(4_000);
    // All of the recording is on one day.
    const { operationId } = await exporting.ask(evm(accounts));
    await exporting.run({ mostBytes: 5_000 });
    expect(await exporting.read(operationId)).toMatchObject({
      operationStatus: "FAILED",
      message: expect.stringContaining("is too much for one file"),
    });
  });

  test("are fetched in parts", async () => {
    const { operation, file } = await exporting.export(evm(accounts));
    const url = operation.metadata?.downloadUrl ?? "";
    const get = async (headers: Record<string, string>, method = "GET") => {
      const answer = await fetch(url, { method, headers });
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const first = await get({ range: "bytes=0-99" });
    expect(first.answer.status).toBe(206);
    expect(first.answer.headers.get("content-range")).toBe(`bytes 0-99/${file.length}`);
    const etag = first.answer.headers.get("etag") ?? "";
    const rest = await get({ range: "bytes=100-", "if-range": etag });
    expect(Buffer.concat([first.bytes, rest.bytes]).equals(file)).toBe(true);
    expect((await get({ range: "bytes=0-9", "if-range": '"other"' })).answer.status).toBe(200);
    expect((await get({ range: `bytes=${file.length}-` })).answer.status).toBe(416);
    const head = await get({}, "HEAD");
    expect([head.answer.headers.get("content-length"), head.bytes.length]).toEqual([String(file.length), 0]);
    expect(head.answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="transaction_export_evm-[0-9a-f]{8}\.csv"$/,
    );
  });

  test.each([
    [{}, /type must be one of/],
    [{ type: "TRANSACTION_EXPORT_EVM" }, /options must be an object/],
    [{ type: "TRANSACTION_EXPORT_EVM", options: {} }, /options.addresses needs an EVM address/],
    [{ type: "TRANSACTION_EXPORT_EVM", options: { addresses: ["0x1"] } }, /"0x1", which is no EVM address/],
    [
      { type: "TRANSACTION_EXPORT_EVM", options: { addresses: [`0x${"1".repeat(40)}`] } },
      /includeChains needs an EVM chain/,
    ],
    [
      {
        type: "TRANSACTION_EXPORT_EVM",
        options: { addresses: [`0x${"1".repeat(40)}`], includeChains: ["7"] },
      },
      /^404 /,
    ],
    [
      { type: "TRANSACTION_EXPORT_PRIMARY_NETWORK", options: { includeChains: ["p-chain"] } },
      /options.addresses needs an address/,
    ],
    [
      {
        type: "TRANSACTION_EXPORT_PRIMARY_NETWORK",
        options: { addresses: ["P-x"], includeChains: ["p-chain"] },
      },
      /bech32/,
    ],
    [
      {
        type: "TRANSACTION_EXPORT_PRIMARY_NETWORK",
        options: { cChainEvmAddresses: [`0x${"1".repeat(40)}`], includeChains: ["d-chain"] },
      },
      /400|404/,
    ],
    [{ type: "LIST_EXPORT", options: {} }, /options.list is missing/],
    [
      { type: "LIST_EXPORT", options: { list: "https://example.org/v1/chains" } },
      /no path of this interface/,
    ],
    [{ type: "LIST_EXPORT", options: { list: "//example.org/v1/chains" } }, /no path of this interface/],
    [{ type: "LIST_EXPORT", options: { list: "/v1/webhooks" } }, /no path of this interface/],
    [{ type: "LIST_EXPORT", options: { list: "/firn/v1/status" } }, /is no list/],
    [{ type: "LIST_EXPORT", options: { list: "/v1/chains?network=moon" } }, /network must be/],
    [{ type: "LIST_EXPORT", options: { list: "/v1/chains", addresses: ["0x1"] } }, /options.list alone/],
    [
      { type: "LIST_EXPORT", options: { list: "/v1/chains" }, firstDate: "2020-02-30" },
      /firstDate must be a day/,
    ],
    [
      { type: "LIST_EXPORT", options: { list: "/v1/chains" }, format: "xml" },
      /format must be csv or parquet/,
    ],
  ])("are refused with the reason: %j", async (body, message) => {
    await expect(exporting.ask(body)).rejects.toThrow(message);
  });

  test("and their days must be in order, each named once", async () => {
    const ask = (days: object) => exporting.ask(evm(accounts, days));
    await expect(ask({ firstDate: "2020-01-02", lastDate: "2020-01-01" })).rejects.toThrow(
      "lastDate must not be before",
    );
    await expect(ask({ firstDate: "2020-01-02", startDate: "2020-01-02" })).rejects.toThrow("older names");
  });

  test("are not found by another id, and are gone after a week", async () => {
    const { operation } = await exporting.export(evm(accounts));
    for (const id of ["x", "..", "00000000-0000-4000-8000-000000000000"]) {
      expect((await fetch(`${firn.url}/v1/operations/${encodeURIComponent(id)}`)).status).toBe(404);
      expect((await fetch(`${firn.url}/firn/v1/operations/${encodeURIComponent(id)}/file`)).status).toBe(404);
    }
    const later = () => Date.now() + 8 * 86_400_000;
    const waiting = await exporting.ask(evm(accounts));
    await exporting.run({ nowMs: later });
    for (const { operationId } of [operation, waiting])
      await expect(exporting.read(operationId)).rejects.toThrow("404");
  });

  test("that wait are limited in number", async () => {
    const waiting: Operation[] = [];
    for (let i = 0; i < 50; i++) waiting.push(await exporting.ask(evm(accounts, { lastDate: "2001-01-01" })));
    expect(waiting.at(-1)).toMatchObject({ operationStatus: "RUNNING", message: "waits for its turn" });
    await expect(exporting.ask(evm(accounts))).rejects.toThrow("503 50 exports wait already");
    await exporting.run();
    for (const { operationId } of waiting)
      expect(await exporting.read(operationId)).toMatchObject({ operationStatus: "COMPLETED" });
  });

  async function takeSamples(): Promise<{ accounts: string[]; owners: string[] }> {
    const latest = await readAll((page) =>
      client().get(listLatestTransactions, { params: { chainId: firn.chainId }, query: page }),
    );
    const uses = new Map<string, number>();
    for (const { from, to } of latest)
      for (const { address } of [from, to])
        uses.set(address.toLowerCase(), (uses.get(address.toLowerCase()) ?? 0) + 1);
    const accounts = [...uses].sort(([, a], [, b]) => b - a).map(([address]) => address);
    const params = { network: "fuji", blockchainId: "p-chain" } as const;
    const { transactions } = await client().get(listPChainTransactions, { params, query: { pageSize: 100 } });
    const owners = transactions.flatMap(({ emittedUtxos }) =>
      emittedUtxos.flatMap(({ addresses }) => addresses),
    );
    return {
      accounts: accounts.slice(0, 20),
      owners: [...new Set(owners)].slice(0, 64),
    };
  }
});

function groupByTx(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const { transactionHash = "" } = row;
    found.set(transactionHash, [...(found.get(transactionHash) ?? []), row]);
  }
  return found;
}

async function readAll<T>(
  read: (page: {
    pageSize: number;
    pageToken?: string;
  }) => Promise<{ nextPageToken?: string | undefined; transactions: T[] }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let pageToken: string | undefined; ; ) {
    const page = await read({ pageSize: 100, ...(pageToken !== undefined && { pageToken }) });
    all.push(...page.transactions);
    pageToken = page.nextPageToken;
    if (pageToken === undefined) return all;
  }
}

test("ranges of bytes", () => {
  expect(rangeOf(undefined, 10)).toBeUndefined();
  expect(rangeOf("bytes=2-4", 10)).toEqual({ start: 2, end: 4 });
  expect(rangeOf("bytes=2-", 10)).toEqual({ start: 2, end: 9 });
  expect(rangeOf("bytes=-3", 10)).toEqual({ start: 7, end: 9 });
  expect(rangeOf("bytes=-30", 10)).toEqual({ start: 0, end: 9 });
  expect(rangeOf("bytes=8-90", 10)).toEqual({ start: 8, end: 9 });
  for (const refused of ["bytes=10-", "bytes=-0"]) expect(rangeOf(refused, 10)).toBe("unsatisfiable");
  for (const ignored of ["bytes=4-2", "bytes=-", "bytes=1-2,4-5", "lines=1-2", "bytes=a-b"])
    expect(rangeOf(ignored, 10)).toBeUndefined();
});
