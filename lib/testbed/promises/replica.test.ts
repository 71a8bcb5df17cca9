import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Server, startPostgres } from "../../cli/supervisor/postgres.mjs";
import { openStores } from "../../store/open-stores";
import type { Store, Stores } from "../../store/stores";
import type { CheckpointTable } from "../../store/tables/bookkeeping";
import { HAS_SERVER } from "../test-stores";

/** A primary server with a replica, a Firn that writes, and the stores of one that reads from the replica. */
async function startBoth() {
  const primary = await startPostgres(process.env);
  if (primary === undefined) throw new Error("no PostgreSQL server on this machine");
  onTestFinished(() => primary.stop());
  const folder = mkdtempSync(join(tmpdir(), "firn-replica-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const url = databaseOf(primary);
  const store = await openStores({ folder, database: { url } }).open("primary", { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close().catch(() => undefined));
  const replica = await primary.replica();
  onTestFinished(() => replica.stop());
  const stores = openStores({ folder, database: { url, readUrl: databaseOf(replica) } });
  return { primary, replica, stores, store };
}

function databaseOf({ url }: Server): string {
  return `${url.slice(0, url.lastIndexOf("/"))}/firn`;
}

async function run({ url }: Server, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** Stores that the P-Chain is indexed up to this container. */
async function commit({ db }: Store, nextIndex: number): Promise<void> {
  const row: CheckpointTable = {
    stream: "P/block",
    next_index: nextIndex,
    height: nextIndex,
    time: 0,
    head_id: new Uint8Array(32),
    head_block_id: new Uint8Array(32),
  };
  await db
    .insertInto("checkpoint")
    .values(row)
    .onConflict((conflict) => conflict.column("stream").doUpdateSet(row))
    .execute();
}

/** How far a reader sees the store, and who answered. */
function lookThrough(stores: Stores) {
  const reader = stores.read("primary");
  return () =>
    reader.snapshot(async (db) => {
      const { rows } = await sql<{ from: string }>`
        select case when pg_is_in_recovery() then 'replica' else 'primary' end as "from"`.execute(db);
      const [row] = await db.selectFrom("checkpoint").select("next_index").execute();
      return { at: row?.next_index, from: rows[0]?.from };
    });
}

/** A way to a port of this machine that can be cut, or hang: then it takes what comes and gives nothing back. */
async function openWay(to: number) {
  const sockets = new Set<Socket>();
  let isOpen = true;
  let hangs = false;
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    sockets.add(socket);
    if (hangs) return void socket.on("error", () => undefined);
    const onward = connect(to, "127.0.0.1");
    for (const [from, into] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from);
      from.on("error", () => into.destroy()).on("close", () => into.destroy());
      from.pipe(into);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    server.close();
  });
  const open = () => {
    isOpen = true;
  };
  const hang = () => {
    hangs = true;
    for (const socket of sockets) socket.pause().unpipe();
  };
  return { port: (server.address() as AddressInfo).port, cut, open, hang };
}

describe.skipIf(!HAS_SERVER)("a replica", () => {
  test("answers, and one that is behind never takes a reader back in time", async () => {
    const { replica, stores, store } = await startBoth();
    const look = lookThrough(stores);
    await commit(store, 1);
    await expect.poll(look).toEqual({ at: 1, from: "replica" });

    await run(replica, "select pg_wal_replay_pause()");
    await commit(store, 2);
    expect(await look()).toEqual({ at: 1, from: "replica" });
    const [primaryState, state] = await stores.servers();
    expect(primaryState).toEqual({ at: expect.any(String), role: "primary", version: expect.any(String) });
    expect(state).toMatchObject({
      role: "replica",
      behindBytes: expect.any(Number),
      lagMs: expect.any(Number),
    });
    expect(state?.behindBytes).toBeGreaterThan(0);

    await run(replica, "select pg_wal_replay_resume()");
    await expect.poll(look).toEqual({ at: 2, from: "replica" });
    await expect.poll(() => stores.servers()).toMatchObject([{}, { behindBytes: 0, lagMs: 0 }]);
  });

  test("is done without while it is away, from the first request on", async () => {
    const { replica, stores, store } = await startBoth();
    await commit(store, 1);
    await replica.kill();
    const look = lookThrough(stores);
    expect(await look()).toEqual({ at: 1, from: "primary" });
    await commit(store, 2);
    expect(await look()).toEqual({ at: 2, from: "primary" });
    expect(await stores.list()).toEqual(["primary"]);
    expect(await stores.servers()).toMatchObject([{ role: "primary" }, { error: expect.any(String) }]);
  });

  test("that comes back behind what the primary answered meanwhile is waited for", async () => {
    const { replica, stores, store } = await startBoth();
    const way = await openWay(Number(new URL(replica.url).port));
    const { url } = stores.place.database ?? { url: "" };
    const readUrl = new URL(url);
    readUrl.port = String(way.port);
    const look = lookThrough(openStores({ ...stores.place, database: { url, readUrl: readUrl.href } }));
    await commit(store, 1);
    await expect.poll(look).toEqual({ at: 1, from: "replica" });
    await run(replica, "select pg_wal_replay_pause()");
    await commit(store, 2);
    way.cut();
    await expect.poll(look).toEqual({ at: 2, from: "primary" });
    way.open();
    await sleep(5_100);
    expect(await look()).toEqual({ at: 2, from: "primary" });
    await run(replica, "select pg_wal_replay_resume()");
    await expect.poll(look).toEqual({ at: 2, from: "replica" });
  });

  test("that hangs is done without, connected or not", async () => {
    const { replica, stores, store } = await startBoth();
    const way = await openWay(Number(new URL(replica.url).port));
    const { url } = stores.place.database ?? { url: "" };
    const readUrl = new URL(url);
    readUrl.port = String(way.port);
    const theirs = () => openStores({ ...stores.place, database: { url, readUrl: readUrl.href } });
    await commit(store, 1);
    const look = lookThrough(theirs());
    await expect.poll(look).toEqual({ at: 1, from: "replica" });
    const known = theirs();
    expect(await known.list()).toEqual(["primary"]);
    way.hang();
    expect(await look()).toEqual({ at: 1, from: "primary" });
    expect(await lookThrough(theirs())()).toEqual({ at: 1, from: "primary" });
    for (const stores of [known, theirs()]) expect(await stores.list()).toEqual(["primary"]);
  }, 30_000);

  test("answers what is stored while the primary is away, and goes on when it is promoted", async () => {
    const { primary, replica, stores, store } = await startBoth();
    await commit(store, 7);
    const look = lookThrough(stores);
    await expect.poll(look).toEqual({ at: 7, from: "replica" });
    await primary.kill();
    expect(await look()).toEqual({ at: 7, from: "replica" });
    expect(await stores.servers()).toMatchObject([{ error: expect.any(String) }, { role: "replica" }]);
    const theirs = lookThrough(openStores(stores.place));
    expect(await theirs()).toEqual({ at: 7, from: "replica" });

    await run(replica, "select pg_promote()");
    const url = databaseOf(replica);
    const promoted = openStores({ ...stores.place, database: { url } });
    const writer = await promoted.open("primary", { mode: "write", nowMs: 0 });
    onTestFinished(() => writer.close());
    await commit(writer, 8);
    expect(await lookThrough(promoted)()).toEqual({ at: 8, from: "primary" });
    expect((await look()).at).toBe(8);
  });
});
