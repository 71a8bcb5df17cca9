import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copyStore } from "../../store/copy-store";
import type { EvmDb } from "../../store/db";
import {
  type ActivityPage,
  countActivityFrom,
  groupOf,
  listAddressActivity,
  listAddressTransactions,
  NEWEST_ITEM,
} from "../../store/queries/evm/activity";
import { makeLists } from "../../store/queries/evm/make-lists";
import { readEvmPresence } from "../../store/queries/evm/presence";
import { findBlockByHash, findTransaction } from "../../store/queries/evm/transaction";
import { ACTIVITY } from "../../store/rows/columns";
import { LIST_TABLES } from "../../store/rows/evm-batch";
import type { EvmStore, Stores } from "../../store/stores";
import { VmChain } from "../evm/chain";
import { History } from "../evm/history";
import { type IndexedChains, indexChains } from "../evm/indexed";
import { serveVmNode, type VmNode } from "../evm/node";
import { step } from "../evm/step";
import { HAS_SERVER, TEST_ENGINE, testStores } from "../test-stores";

/**
 * Lists of addresses are rows in a file and indexes in a database. Both say the same of each address, and a chain that is
 * copied to a database and back has the rows that the indexer wrote.
 */

const ID = "evm/99999";
const folder = mkdtempSync(join(tmpdir(), "firn-copied-"));
const options = { nowMs: 0, holder: "copy", onProgress: () => {}, signal: new AbortController().signal };

describe.skipIf(!HAS_SERVER || TEST_ENGINE !== "sqlite")("a chain copied to a database and back", () => {
  let firn: IndexedChains;
  let node: VmNode;
  let file: EvmStore;
  let database: EvmStore;
  let back: EvmStore;
  let returned: Stores;

  beforeAll(async () => {
    const history = await History.open(await VmChain.open({ chainId: 99_999 }));
    const [steps = []] = fc.sample(fc.array(step, { minLength: 150, maxLength: 150 }), {
      numRuns: 1,
      seed: 1,
    });
    await history.play(steps);
    node = await serveVmNode(history.chain);
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
    await firn.stop(node);
    const stores = testStores(join(folder, "database"), "postgres");
    returned = testStores(join(folder, "back"), "sqlite");
    for (const [from, to] of [
      [firn.stores, stores],
      [stores, returned],
    ] as const)
      expect((await copyStore(ID, { from, to }, options))?.differences).toEqual([]);
    const read = { mode: "read" } as const;
    file = await firn.stores.open(ID, read);
    database = await stores.open(ID, read);
    back = await returned.open(ID, read);
  });
  afterAll(async () => {
    await firn?.close();
    await node?.close();
    for (const store of [file, database, back]) await store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(LIST_TABLES)("has the rows of %s that the indexer wrote", async (table) => {
    const rowsOf = async ({ db }: EvmStore) =>
      (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort();
    const rows = await rowsOf(file);
    expect(rows.length).toBeGreaterThan(0);
    expect(await rowsOf(back)).toEqual(rows);
  });

  it("has all of its lists again after a copy that was interrupted while it made them", async () => {
    const { db, close } = await returned.open(ID, { mode: "write", nowMs: 0 });
    const rowsOf = (of: EvmDb) => of.selectFrom("address_activity").selectAll().orderBy("position").execute();
    const onBlocks = () => {};
    expect(await makeLists(db, { signal: AbortSignal.abort(), onBlocks })).toBe(false);
    expect(await rowsOf(db)).toEqual([]);
    expect(await makeLists(db, { signal: options.signal, onBlocks })).toBe(true);
    expect(new Set((await rowsOf(db)).map((row) => JSON.stringify(row)))).toEqual(
      new Set((await rowsOf(file.db)).map((row) => JSON.stringify(row))),
    );
    await close();
  });

  it("has the same lists of every address, whatever page of them is asked for", async () => {
    const ids = (await file.db.selectFrom("address").select("id").execute()).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    const found = new Set<number>();
    for (const id of ids)
      for (const kind of Object.values(ACTIVITY))
        for (const order of ["asc", "desc"] as const)
          for (const groupBy of ["transaction", "block"] as const) {
            const walk = (db: EvmDb) => walkList(db, { addressId: id, kind }, { order, groupBy });
            const items = await walk(file.db);
            expect(await walk(database.db), `${id} ${kind} ${order} ${groupBy}`).toEqual(items);
            if (items.length > 0) found.add(kind);
          }
    expect(found, "kinds of lists that the history has").toEqual(new Set(Object.values(ACTIVITY)));
  });

  it("has the same transactions of every address, and knows when it took part first and last", async () => {
    const ids = (await file.db.selectFrom("address").select("id").execute()).map(({ id }) => id);
    const page = { ...NEWEST_ITEM, limit: 7 };
    for (const id of ids) {
      const read = async (db: EvmDb) => ({
        transactions: await listAddressTransactions(db, id, page),
        others: await listAddressTransactions(db, id, { ...page, order: "asc" }, ACTIVITY.native),
        presence: await readEvmPresence(db, id),
        transfers: await countActivityFrom(db, { addressId: id, kind: ACTIVITY.erc20, from: 1 }),
      });
      expect(await read(database.db), String(id)).toEqual(await read(file.db));
    }
  });

  it("finds the same blocks and transactions by their hashes", async () => {
    for (const { hash } of await file.db.selectFrom("transaction").select("hash").execute())
      expect((await findTransaction(database.db, hash))?.hash).toEqual(hash);
    for (const { hash } of await file.db.selectFrom("block").select("hash").execute())
      expect((await findBlockByHash(database.db, hash))?.hash).toEqual(hash);
  });
});

/** A whole list, in pages of three. */
async function walkList(
  db: EvmDb,
  { addressId, kind }: { addressId: number; kind: number },
  how: Pick<ActivityPage, "order" | "groupBy">,
) {
  const walked = [];
  const page: ActivityPage = { ...NEWEST_ITEM, ...how, limit: 3 };
  for (;;) {
    const items = await listAddressActivity(db, { addressId, kinds: [kind] }, page);
    walked.push(...items);
    const last = items.at(-1);
    if (last === undefined || items.length < page.limit) return walked;
    const group = groupOf(how, last);
    const shown = walked.filter((item) => groupOf(how, item) === group).length;
    page.after = { group, shown };
  }
}
