import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { TRANSFER_TOPICS } from "../../avalanche/evm/transfers";
import { StoreError } from "../../errors";
import { HAS_SERVER, testStores } from "../../testbed/test-stores";
import { asHolder, type Claim, readBeat, takeLease } from "../bookkeeping/lease";
import type { BookkeepingDb } from "../db";
import { engineOf } from "../engine";
import { migrate, readSchemaVersion } from "../migrate";
import { openStores } from "../open-stores";
import { listAddressActivity, NEWEST_ITEM } from "../queries/evm/activity";
import { findTransaction, readTransfers } from "../queries/evm/transaction";
import { ACTIVITY, EVM_HASH_KIND, eventItem, positionOf, prefix48, TRANSFER_FORMS } from "../rows/columns";
import { encodeBody } from "../rows/evm-body";
import { encodeLogs, joinLogs } from "../rows/evm-logs";
import { LogTerms } from "../rows/log-terms";
import type { Store, Stores } from "../stores";
import type { EvmTables } from "../tables/evm";
import { makeSchema } from "./archive";
import { openSchema } from "./engine";
import { openPool } from "./pool";

const WRITE = { mode: "write", nowMs: 0 } as const;
const MINE: Claim = { name: "indexer", holder: "mine" };
const THEIRS: Claim = { name: "indexer", holder: "theirs" };

function freshStores(): Stores {
  const folder = mkdtempSync(join(tmpdir(), "firn-postgres-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return testStores(folder, "postgres");
}

async function openWriter(stores: Stores): Promise<Store> {
  const store = await stores.open("primary", WRITE);
  onTestFinished(() => store.close().catch(() => undefined));
  return store;
}

/** A statement of the server's owner, in the stores' database or in another one. */
async function asOwner(stores: Stores, text: string): Promise<unknown[]> {
  const client = new pg.Client(stores.place.database?.url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Ends every connection to the stores' database but the one that asks for it, and waits until they have, with their locks. */
function cutConnections(stores: Stores): Promise<unknown[]> {
  return asOwner(
    stores,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Runs `work` again if its connection had been cut and nobody noticed yet. */
async function onceConnected<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreError && error.code === "STORE_AWAY") return work();
    throw error;
  }
}

describe.skipIf(!HAS_SERVER)("stores in a database", () => {
  test("make the database, and are absent to readers before", async () => {
    const stores = freshStores();
    await expect(stores.open("primary", { mode: "read" })).rejects.toMatchObject({ code: "STORE_ABSENT" });
    await openWriter(stores);
    expect(await stores.list()).toEqual(["primary"]);
    expect(await stores.size("primary")).toBeGreaterThan(0);
    expect(await stores.findDamage("primary")).toEqual([]);
    const reader = await stores.open("primary", { mode: "read" });
    expect(await engineOf(reader.db).tablesOf(reader.db)).toContainEqual({
      table: "stake",
      key: ["position"],
    });
  });

  test("of an older Firn lose their lists and hashes, get new terms, and answer as they did", async () => {
    const stores = freshStores();
    await openWriter(stores);
    const { url = "" } = stores.place.database ?? {};
    const pool = openPool({ url, size: 1, settings: [] });
    const old = openSchema<EvmTables>(pool, { schema: "firn_evm_7", url, writes: true });
    await makeSchema(old as unknown as BookkeepingDb, "firn_evm_7");
    await migrate("evm", old, { nowMs: 0, to: 23 });
    const hash = new Uint8Array(32).fill(200);
    const position = positionOf(3, 1);
    const none = new Uint8Array(1);
    const transaction = {
      position,
      hash,
      from_id: 1,
      to_id: null,
      created_id: 2,
      status: 1,
      tx_type: 2,
      nonce: 0,
      value: none,
      gas_limit: 1,
      gas_used: 1,
      gas_price: none,
      selector: null,
      log_count: 0,
    };
    await old.insertInto("transaction").values(transaction).execute();
    const transfer = {
      position,
      log_index: 5,
      item: 40,
      token_id: 2,
      form: TRANSFER_FORMS.indexOf("erc1155"),
      from_id: 1,
      to_id: 2,
      token_number: hash,
      value: none,
    };
    await old.insertInto("token_transfer").values(transfer).execute();
    const balance = { token_id: 2, holder_id: 1, token_number: hash, balance: none };
    await old.insertInto("token_balance").values(balance).execute();
    await old
      .insertInto("hash")
      .values({ prefix48: prefix48(hash), kind: EVM_HASH_KIND.transaction, position })
      .execute();
    await old.insertInto("epoch").values({ epoch: 0, items: 2, first_position: 0 }).execute();
    const item = { epoch: 0, kind: ACTIVITY.native, position, item: 0 };
    for (const address_id of [1, 2]) {
      await old.insertInto("address_epoch").values({ address_id, epoch: 0 }).execute();
      await old
        .insertInto("address_activity")
        .values({ ...item, address_id })
        .execute();
    }
    const word = new Uint8Array(32);
    const body = new Uint8Array(9);
    const topics = [TRANSFER_TOPICS[0] as Uint8Array, word, word];
    const logs = [{ address: new Uint8Array(20), topics, data: word }];
    const bytes = encodeLogs(joinLogs([logs]) as Uint8Array, body);
    // More than are read at once.
    const heights = Array.from({ length: 1_100 }, (_, height) => height);
    await old
      .insertInto("block_body")
      .values(heights.map((height) => ({ height, bytes: encodeBody(body) })))
      .execute();
    await old
      .insertInto("log_body")
      .values(heights.map((height) => ({ height, bytes })))
      .execute();
    await sql`insert into log_term (term, height) values (7, 0)`.execute(old);
    const version = await readSchemaVersion(old);
    await old.destroy();
    await pool.end();
    const store = await stores.open("evm/7", WRITE);
    onTestFinished(() => store.close());
    const terms = new LogTerms();
    for (const height of heights) terms.add(height, logs);
    const expected = terms.takeBefore(Number.POSITIVE_INFINITY);
    const found = await store.db.selectFrom("log_term").selectAll().orderBy("term").execute();
    expect(found).toEqual(expected.sort((a, b) => a.term - b.term));
    expect(found).toHaveLength(3 * Math.ceil(heights.length / 32));
    expect(await readSchemaVersion(store.db)).toBeGreaterThan(version);
    for (const addressId of [1, 2]) {
      const list = { addressId, kinds: [ACTIVITY.native] };
      expect(await listAddressActivity(store.db, list, NEWEST_ITEM)).toEqual([{ position, item: 0 }]);
    }
    expect(await findTransaction(store.db, hash)).toEqual(transaction);
    expect(await readTransfers(store.db, [position])).toMatchObject([transfer]);
    // More than the columns of the place can hold.
    const moved = { addressId: 1, kinds: [ACTIVITY.erc1155] };
    expect(await listAddressActivity(store.db, moved, NEWEST_ITEM)).toEqual([
      { position, item: eventItem(5, 40) },
    ]);
    expect(await store.db.selectFrom("token_balance").selectAll().execute()).toEqual([balance]);
  });

  test("say what to do about a wrong address, and never the password", async () => {
    const url = "postgres://firn:secret@127.0.0.1:1/firn";
    const stores = openStores({ folder: tmpdir(), database: { url } });
    const error = await stores.open("primary", WRITE).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "StoreError", code: "STORE_AWAY", passes: true });
    expect(String((error as Error).message)).toContain("ECONNREFUSED");
    expect(JSON.stringify(error) + String(error) + stores.whereIs("primary")).not.toContain("secret");
    expect(stores.whereIs("primary")).toBe("127.0.0.1:1/firn (schema firn_primary)");
  });

  test("can be read, and not written, by a user who may only read", async () => {
    const stores = freshStores();
    await openWriter(stores);
    const user = `reader_${randomUUID().slice(0, 8)}`;
    await asOwner(stores, `create role ${user} login`);
    await asOwner(stores, `grant usage on schema firn_primary to ${user}`);
    await asOwner(stores, `grant select on all tables in schema firn_primary to ${user}`);
    const url = new URL(stores.place.database?.url ?? "");
    url.username = user;
    const theirs = openStores({ folder: stores.place.folder, database: { url: url.href } });
    const { db } = await theirs.open("primary", { mode: "read" });
    expect(await db.selectFrom("checkpoint").selectAll().execute()).toEqual([]);
    const write = db.deleteFrom("checkpoint").execute();
    await expect(write).rejects.toMatchObject({
      code: "STORE_FAILED",
      hint: expect.stringContaining("rights"),
    });
    await expect(theirs.open("evm/1", WRITE)).rejects.toMatchObject({
      message: expect.stringContaining("permission denied"),
    });
  });

  test("have one writer, who keeps the lease when its connections are cut", async () => {
    const stores = freshStores();
    const mine = await openWriter(stores);
    const theirs = await openWriter(stores);
    const lease = await takeLease(mine.db, { ...MINE, nowMs: 5 });
    await expect(takeLease(theirs.db, { ...THEIRS, nowMs: 5 })).rejects.toMatchObject({ code: "LEASE_HELD" });
    await cutConnections(stores);
    await onceConnected(() => lease.heartbeat(7));
    expect(await onceConnected(() => readBeat(mine.db))).toBe(7);
    const take = onceConnected(() => takeLease(theirs.db, { ...THEIRS, nowMs: 8 }));
    await expect(take).rejects.toMatchObject({ code: "LEASE_HELD" });
    await lease.release();
  });

  test("stop a writer whose lease another one took while it was cut off", async () => {
    const stores = freshStores();
    const mine = await openWriter(stores);
    const lease = await takeLease(mine.db, { ...MINE, nowMs: 5 });
    await cutConnections(stores);
    const theirs = await openWriter(stores);
    const other = await takeLease(theirs.db, { ...THEIRS, nowMs: 6 });
    const write = () =>
      asHolder(mine.db, MINE, async (trx) => {
        await trx
          .insertInto("address")
          .values({ id: 1, bytes: new Uint8Array(20) })
          .execute();
      });
    await expect(onceConnected(write)).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    await expect(lease.heartbeat(7)).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect(await theirs.db.selectFrom("address").selectAll().execute()).toEqual([]);
    await other.release();
  });

  test("tell the writer when its schema is dropped, and the reader that there is none", async () => {
    const stores = freshStores();
    const { db } = await openWriter(stores);
    const reader = stores.read("primary");
    const read = () => reader.snapshot((trx) => trx.selectFrom("checkpoint").selectAll().execute());
    expect(await read()).toEqual([]);
    await asOwner(stores, "drop schema firn_primary cascade");
    await expect(read()).rejects.toMatchObject({ code: "STORE_ABSENT" });
    const write = db.deleteFrom("checkpoint").execute();
    await expect(write).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    await openWriter(stores);
    expect(await read()).toEqual([]);
  });

  test.each([1, 99, 100, 5_000])("take %i rows and give back the same values", async (count) => {
    const { db } = await openWriter(freshStores());
    const rows = Array.from({ length: count }, (_, i) => ({
      validation: 1,
      position: i % 2 ? i + 1 : -1 - i,
      weight: 2n ** 64n - 1n - BigInt(i),
      paid_in: BigInt(i),
      balance: i % 3 ? BigInt(i) << 40n : null,
      paid_back: null,
    }));
    const columns = Object.keys(rows[0] ?? {});
    const put = (row: number, values: unknown[], at: number) => {
      for (const [i, value] of Object.values(rows[row] ?? {}).entries()) values[at + i] = value;
    };
    const into = { table: "l1_point", key: ["validation", "position"], onStored: "refuse" } as const;
    const source = { columns, count, put };
    await engineOf(db).writeRows(db, into, source);
    const stored = () => db.selectFrom("l1_point").selectAll().orderBy("position").execute();
    const inOrder = [...rows].sort((a, b) => a.position - b.position);
    expect(await stored()).toEqual(inOrder);
    await expect(engineOf(db).writeRows(db, into, source)).rejects.toMatchObject({ code: "STORE_FAILED" });
    await engineOf(db).writeRows(db, { ...into, onStored: "keep" }, source);
    for (const row of rows) row.weight = 1n;
    await engineOf(db).writeRows(db, { ...into, onStored: "replace" }, source);
    expect(await stored()).toEqual(inOrder);
    await engineOf(db).updateRows(
      db,
      into,
      rows.map((row) => ({ row: { ...row, paid_in: 7n }, columns: ["paid_in"] })),
    );
    expect(new Set((await stored()).map(({ paid_in }) => paid_in))).toEqual(new Set([7n]));
    await engineOf(db).deleteRows(
      db,
      into,
      rows.map(({ validation, position }) => [validation, position]),
    );
    expect(await stored()).toEqual([]);
  });

  test("keep texts of strangers in the order of their code points, without what the server refuses", async () => {
    const { db } = await openWriter(freshStores());
    const texts = ["Z", "a", "\u00e9", "\ud7ff", "\uffee", "\u{1f600}", "with \0 nought"];
    for (const [i, name] of texts.entries())
      await db
        .insertInto("blockchain")
        .values({
          position: i,
          blockchain_id: new Uint8Array([i]),
          subnet_id: new Uint8Array(32),
          vm_id: new Uint8Array(32),
          name,
          evm_chain_id: null,
        })
        .execute();
    const stored = await db.selectFrom("blockchain").select("name").orderBy("name").execute();
    expect(stored.map(({ name }) => name)).toEqual([
      ...texts.slice(0, 1),
      ...texts.slice(1, 2),
      "with  nought",
      ...texts.slice(2, 6),
    ]);
  });
});
