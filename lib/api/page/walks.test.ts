import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { formatAddress } from "../../avalanche/ids";
import { errorBody } from "../../contract/data/error";
import { pChainTransaction } from "../../contract/data/p-chain";
import { listPrimaryNetworkBlocksResponse } from "../../contract/data/primary-network-blocks";
import { listPChainTransactionsResponse } from "../../contract/data/primary-network-transactions";
import { commit } from "../../store/db";
import { positionOf } from "../../store/rows/columns";
import type { Stores } from "../../store/stores";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Lists walked page by page, by `nextPageToken`, and compared with the recording itself. */

const SIZES = [1, 7, 100];
const ORDERS = ["asc", "desc"] as const;
const P = "/v1/networks/fuji/blockchains/p-chain";

interface Page {
  ids: string[];
  nextPageToken: string | undefined;
}

async function getPage(url: string): Promise<Page> {
  const response = await fetch(url);
  const body: unknown = await response.json();
  expect(response.status, `${url}: ${JSON.stringify(body)}`).toBe(200);
  const isBlocks = url.includes("/blocks?");
  const { nextPageToken } = isBlocks
    ? listPrimaryNetworkBlocksResponse.parse(body)
    : listPChainTransactionsResponse.parse(body);
  const ids = isBlocks
    ? listPrimaryNetworkBlocksResponse.parse(body).blocks.map((block) => block.blockHash)
    : listPChainTransactionsResponse.parse(body).transactions.map((tx) => tx.txHash);
  return { ids, nextPageToken };
}

/** All pages of a list, in order; `between` runs after each. A repeated token fails. */
async function walk(url: string, between: () => Promise<unknown> = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  const tokens = new Set<string>();
  let token: string | undefined;
  do {
    const page = await getPage(token === undefined ? url : `${url}&pageToken=${token}`);
    pages.push(page.ids);
    token = page.nextPageToken;
    if (token !== undefined && tokens.has(token)) throw new Error(`${token} came twice`);
    if (token !== undefined) tokens.add(token);
    await between();
  } while (token !== undefined);
  return pages;
}

interface Truth {
  id: string;
  txIds: string[];
  time: number;
}

/** Blocks of the recorded node, oldest first, and the transactions of the genesis. */
function truthOf({ recording }: IndexedRecording): { blocks: Truth[]; genesis: string[] } {
  const blocks = recording.answers
    .filter(({ method, params }) => method === "platform.getBlockByHeight" && params.includes('"json"'))
    .map(({ reply }) => JSON.parse(reply).result?.block)
    .filter((block) => block?.height > 0)
    .sort((a, b) => a.height - b.height)
    .map(({ id, time, txs = [], tx }) => ({
      id,
      time,
      txIds: [...txs, ...(tx === undefined ? [] : [tx])].map((one: { id: string }) => one.id),
    }));
  const { validators, chains } = JSON.parse(recording.genesis.platform);
  return {
    blocks,
    genesis: [...validators, ...chains].map(
      (one: { txID?: string; id?: string }) => one.txID ?? one.id ?? "",
    ),
  };
}

function ordered<T>(items: readonly T[], order: "asc" | "desc"): T[] {
  return order === "asc" ? [...items] : [...items].reverse();
}

describe.each(["custom-network", "local-network"])("lists over the recording %s", (name) => {
  let indexed: IndexedRecording;
  let truth: ReturnType<typeof truthOf>;
  let now = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    indexed = await indexRecording(name, { nowMs: () => now });
    truth = truthOf(indexed);
  });
  afterAll(() => indexed.close());
  afterEach(() => {
    now = Date.UTC(2026, 10, 21);
  });

  const at = (path: string) => `${indexed.url}${P}${path}`;

  test("transactions of the genesis are found by id, of height 0", async () => {
    expect(truth.genesis.length).toBeGreaterThan(2);
    for (const id of truth.genesis) {
      const tx = pChainTransaction.parse(await (await fetch(at(`/transactions/${id}`))).json());
      expect(tx).toMatchObject({ txHash: id, blockNumber: "0", consumedUtxos: [] });
    }
  });

  test.each(SIZES)("all blocks by %i", async (size) => {
    const pages = await walk(at(`/blocks?pageSize=${size}`));
    expect(pages.flat()).toEqual(ordered(truth.blocks, "desc").map(({ id }) => id));
    expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
  });

  test.each(SIZES)("all transactions by %i, in both orders", async (size) => {
    const all = truth.blocks.flatMap(({ txIds }) => txIds);
    for (const order of ORDERS) {
      const pages = await walk(at(`/transactions?pageSize=${size}&sortOrder=${order}`));
      expect(pages.flat()).toEqual(ordered(all, order));
      expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
    }
  });

  test("blocks from the first time on and before the second", async () => {
    const times = truth.blocks.map(({ time }) => time);
    for (const [start, end] of [
      [times[10], times[60]],
      [times[20], times[20]],
      [undefined, times[5]],
      [times[70], undefined],
    ]) {
      const expected = truth.blocks.filter(({ time }) => time >= (start ?? 0) && time < (end ?? Infinity));
      const query = [
        start === undefined ? "" : `&startTimestamp=${start}`,
        end === undefined ? "" : `&endTimestamp=${end}`,
      ];
      const pages = await walk(at(`/blocks?pageSize=7${query.join("")}`));
      expect(pages.flat()).toEqual(ordered(expected, "desc").map(({ id }) => id));
    }
  });

  describe("of addresses and validations", () => {
    /** Addresses and validations of every transaction, from the answers themselves. */
    let txs: { id: string; type: string; time: number; addresses: Set<string>; validations: Set<string> }[];

    beforeAll(async () => {
      txs = [];
      for (let token = ""; ; ) {
        const body = listPChainTransactionsResponse.parse(
          await (await fetch(at(`/transactions?sortOrder=asc&pageSize=100${token}`))).json(),
        );
        for (const tx of body.transactions)
          txs.push({
            id: tx.txHash,
            type: tx.txType,
            time: tx.blockTimestamp ?? Number.NaN,
            addresses: new Set([...tx.consumedUtxos, ...tx.emittedUtxos].flatMap((utxo) => utxo.addresses)),
            validations: new Set(tx.l1ValidatorDetails?.map(({ validationId }) => validationId)),
          });
        if (body.nextPageToken === undefined) break;
        token = `&pageToken=${body.nextPageToken}`;
      }
    });

    const idsWhere = (test: (tx: (typeof txs)[number]) => boolean) => txs.filter(test).map(({ id }) => id);
    const addressesOf = () => [...new Set(txs.flatMap(({ addresses }) => [...addresses]))];

    test("every address has the transactions that name it", async () => {
      expect(addressesOf().length).toBeGreaterThan(5);
      for (const address of addressesOf())
        for (const [index, order] of ORDERS.entries()) {
          const size = SIZES[index] ?? 7;
          const pages = await walk(
            at(`/transactions?pageSize=${size * 7}&sortOrder=${order}&addresses=P-${address}`),
          );
          expect(pages.flat(), address).toEqual(
            ordered(
              idsWhere(({ addresses }) => addresses.has(address)),
              order,
            ),
          );
        }
    });

    test.each(SIZES)("several addresses count once, by %i", async (size) => {
      const some = addressesOf().slice(0, 4);
      const expected = idsWhere(({ addresses }) => some.some((address) => addresses.has(address)));
      const list = some.map((address, index) => `${["P-", "X-", "", "C-"][index]}${address}`).join("%2C%20");
      for (const order of ORDERS) {
        const pages = await walk(
          at(`/transactions?pageSize=${size}&sortOrder=${order}&addresses=${list},${some[0]}`),
        );
        expect(pages.flat()).toEqual(ordered(expected, order));
      }
    });

    test("types and times narrow the list", async () => {
      const all = addressesOf().slice(0, 64);
      const early = txs[30]?.time ?? 0;
      const late = txs[80]?.time ?? 0;
      const filter = `addresses=${all.join(",")}&startTimestamp=${early}&endTimestamp=${late}`;
      const named = (tx: (typeof txs)[number]) => all.some((address) => tx.addresses.has(address));
      const inTime = (tx: (typeof txs)[number]) => named(tx) && tx.time >= early && tx.time < late;
      for (const types of [["BaseTx"], ["BaseTx", "ImportTx", "CreateSubnetTx"], ["CreateAssetTx"]]) {
        const expected = idsWhere((tx) => inTime(tx) && types.includes(tx.type));
        for (const written of [types.join("%2C"), types.join("&txTypes=")])
          expect((await walk(at(`/transactions?pageSize=7&${filter}&txTypes=${written}`))).flat()).toEqual(
            ordered(expected, "desc"),
          );
      }
    });

    test("SDKs request the types they do not know as UNKNOWN", async () => {
      const url = at(
        `/transactions?pageSize=100&addresses=${addressesOf().slice(0, 64).join(",")}&txTypes=UNKNOWN`,
      );
      const ask = async (dialect: string) => {
        const response = await fetch(url, { headers: { "x-firn-dialect": dialect } });
        return listPChainTransactionsResponse.parse(await response.json()).transactions;
      };
      const unknown = idsWhere(({ type, addresses }) => /AutoRenewed/.test(type) && addresses.size > 0);
      expect((await ask("sdk")).map(({ txHash }) => txHash).sort()).toEqual(
        expect.arrayContaining(unknown.slice(0, 1)),
      );
      expect((await ask("sdk")).every(({ txType }) => txType === "UNKNOWN")).toBe(true);
      expect(await ask("seed")).toEqual([]);
    });

    test("every validation has its transactions, narrowed by type, time and address", async () => {
      const validations = [...new Set(txs.flatMap((tx) => [...tx.validations]))];
      expect(validations.length).toBeGreaterThan(2);
      for (const validation of validations) {
        const own = (tx: (typeof txs)[number]) => tx.validations.has(validation);
        const url = at(`/transactions?pageSize=1&sortOrder=asc&l1ValidationId=${validation}`);
        expect((await walk(url)).flat()).toEqual(idsWhere(own));
        const convert = (await walk(`${url}&txTypes=ConvertSubnetToL1Tx`)).flat();
        expect(convert).toEqual(idsWhere((tx) => own(tx) && tx.type === "ConvertSubnetToL1Tx"));
        const first = txs.find(own);
        expect((await walk(`${url}&endTimestamp=${first?.time}`)).flat()).toEqual([]);
        for (const address of first?.addresses ?? []) {
          const both = (await walk(`${url}&addresses=${address}`)).flat();
          expect(both).toEqual(idsWhere((tx) => own(tx) && tx.addresses.has(address)));
        }
      }
    });

    test("a filter without matches gives an empty list", async () => {
      const unknown = "2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG";
      expect(await walk(at(`/transactions?pageSize=1&l1ValidationId=${unknown}`))).toEqual([[]]);
      const hrp = addressesOf()[0]?.replace(/1.*/, "") ?? "";
      const nobody = formatAddress(hrp, new Uint8Array(20));
      expect(await walk(at(`/transactions?pageSize=1&addresses=${nobody}`))).toEqual([[]]);
    });
  });

  test("a list may start after any row, and continues by token", async () => {
    const newest = ordered(truth.blocks, "desc");
    const fromHeight = (await walk(at("/blocks?pageSize=7&before=50"))).flat();
    expect(fromHeight).toEqual(newest.slice(newest.length - 49).map(({ id }) => id));
    const all = truth.blocks.flatMap(({ txIds }) => txIds).reverse();
    const before = all[20] ?? "";
    expect((await walk(at(`/transactions?pageSize=7&before=${before}`))).flat()).toEqual(all.slice(21));
    for (const query of [`before=${before}&sortOrder=asc`, `before=${newest[0]?.id}`]) {
      const response = await fetch(at(`/transactions?${query}`));
      expect([response.status, errorBody.parse(await response.json()).message]).toEqual([
        400,
        expect.stringContaining("before"),
      ]);
    }
  });

  test("a token is valid for its own request only, and for a day", async () => {
    const address = (await mostActiveAddress()) ?? "";
    const list = at(`/transactions?addresses=${address}&pageSize=1`);
    const { nextPageToken = "" } = await getPage(list);
    const statusOf = async (url: string, headers = {}) => (await fetch(url, { headers })).status;
    expect(await statusOf(`${list}0&pageToken=${nextPageToken}`)).toBe(200);
    expect(await statusOf(`${list.replace("addresses=", "addresses=P-")}&pageToken=${nextPageToken}`)).toBe(
      200,
    );
    for (const other of [
      "&sortOrder=asc",
      "&txTypes=BaseTx",
      "&startTimestamp=0",
      "&l1ValidationId=11111111111111111111111111111111LpoYY",
    ])
      expect(await statusOf(`${list}${other}&pageToken=${nextPageToken}`), other).toBe(400);
    expect(await statusOf(at(`/blocks?pageToken=${nextPageToken}`))).toBe(400);
    expect(await statusOf(`${list}&pageToken=${nextPageToken}`, { "x-firn-dialect": "sdk" })).toBe(400);
    now += 24 * 60 * 60 * 1000;
    expect(await statusOf(`${list}&pageToken=${nextPageToken}`)).toBe(200);
    now += 60_000;
    const late = await fetch(`${list}&pageToken=${nextPageToken}`);
    expect([late.status, errorBody.parse(await late.json()).message]).toEqual([
      400,
      expect.stringContaining("older than 24 hours"),
    ]);
  });

  async function mostActiveAddress(): Promise<string | undefined> {
    const body = listPChainTransactionsResponse.parse(
      await (await fetch(at("/transactions?pageSize=100"))).json(),
    );
    const counts = new Map<string, number>();
    for (const tx of body.transactions)
      for (const address of new Set(tx.emittedUtxos.flatMap((utxo) => utxo.addresses)))
        counts.set(address, (counts.get(address) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
  }

  test("a page ends before its UTXOs exceed 2,000, and one transaction always fits", async () => {
    const height = 60 + truth.blocks.slice(59).findIndex(({ txIds }) => txIds.length > 0);
    const large = truth.blocks[height - 1]?.txIds[0] ?? "";
    await addOutputs(indexed.stores, positionOf(height, 0), 2_500);
    const pages = await walk(at("/transactions?pageSize=100"));
    const page = pages.findIndex((ids) => ids.includes(large));
    expect(pages[page]).toEqual([large]);
    expect(pages.flat()).toEqual(truth.blocks.flatMap(({ txIds }) => txIds).reverse());
  });
});

/** Gives a transaction more outputs than fit in a block. */
async function addOutputs(stores: Stores, position: number, count: number): Promise<void> {
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  const row = await store.db
    .selectFrom("utxo")
    .selectAll()
    .where("staked", "=", false)
    .executeTakeFirstOrThrow();
  await commit(store.db, async (db) => {
    for (let index = 0; index < count; index++)
      await db
        .insertInto("utxo")
        .values({
          ...row,
          chain: 0,
          position,
          output_index: 10_000 + index,
          created_position: null,
          consumed_chain: null,
          consumed_position: null,
          consumed_input: null,
        })
        .execute();
  });
  await store.close();
}

describe("while blocks arrive", () => {
  let indexed: IndexedRecording;
  let truth: ReturnType<typeof truthOf>;
  const START = 40;

  beforeAll(async () => {
    indexed = await indexRecording("custom-network", { acceptance: "manual" });
    truth = truthOf(indexed);
    await indexed.accept(START);
  });
  afterAll(() => indexed.close());

  test("newest first gives what was there at the start, oldest first also what came meanwhile", async () => {
    const count = (blocks: Truth[]) => blocks.flatMap(({ txIds }) => txIds);
    let height = START;
    const accept = async () => {
      if (await indexed.accept(1)) height++;
    };
    const descending = await walk(`${indexed.url}${P}/transactions?pageSize=7`, accept);
    expect(descending.flat()).toEqual(count(truth.blocks.slice(0, START)).reverse());
    expect(height).toBeGreaterThan(START + 3);
    const before = height;
    const blocks = await walk(`${indexed.url}${P}/blocks?pageSize=7`, accept);
    expect(blocks.flat()).toEqual(ordered(truth.blocks.slice(0, before), "desc").map(({ id }) => id));
    const ascending = await walk(`${indexed.url}${P}/transactions?pageSize=7&sortOrder=asc`, accept);
    const seen = ascending.flat();
    expect(seen).toEqual(count(truth.blocks).slice(0, seen.length));
    expect(seen.length).toBeGreaterThanOrEqual(count(truth.blocks.slice(0, height - 1)).length);
  });

  test("a block is readable as soon as it is indexed", async () => {
    const head = async () => (await getPage(`${indexed.url}${P}/blocks?pageSize=1`)).ids[0];
    const known = await head();
    const next = truth.blocks[truth.blocks.findIndex(({ id }) => id === known) + 1];
    await indexed.accept(1);
    expect(await head()).toBe(next?.id);
  });
});
