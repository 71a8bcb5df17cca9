import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEASE_NAME } from "../../indexer/lease";
import { type ReprojectOptions, reproject } from "../../indexer/rebuild/reproject";
import { SILENT } from "../../log";
import { takeLease } from "../../store/bookkeeping/lease";
import type { Store } from "../../store/stores";
import { dump, quickSleep } from "../../testbed/indexer";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

let indexed: IndexedRecording;
let store: Store;
let right: Record<string, string>;

beforeAll(async () => {
  indexed = await indexRecording("custom-network");
  await indexed.stopIndexer();
  store = await indexed.stores.open("primary", { mode: "write", nowMs: 0 });
  // The API makes its key for page tokens.
  await page();
  right = await digests();
});
afterAll(async () => {
  await store.close();
  await indexed.close();
});

function options(changes: Partial<ReprojectOptions> = {}): ReprojectOptions {
  return {
    stores: indexed.stores,
    genesis: undefined,
    holder: "reproject",
    now: Date.now,
    sleep: quickSleep,
    signal: new AbortController().signal,
    log: SILENT,
    onProgress: () => {},
    ...changes,
  };
}

/** All rows of each table, as one hash. */
async function digests(): Promise<Record<string, string>> {
  const spell = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  const digest = (rows: unknown) => createHash("sha256").update(JSON.stringify(rows, spell)).digest("hex");
  const tables = Object.entries(await dump(store));
  return Object.fromEntries(tables.map(([name, rows]) => [name, digest(rows)]));
}

/** Rows as an older projection might have left them. */
async function spoil(): Promise<void> {
  await sql`update utxo set amount = amount + 1`.execute(store.db);
  await sql`update tx set value = 0, tx_type = tx_type + 1`.execute(store.db);
  await sql`delete from stake`.execute(store.db);
  await sql`delete from hash where kind = 2`.execute(store.db);
  await sql`delete from ledger_record`.execute(store.db);
}

type Page = { blocks: { blockHash: string; txCount: number }[]; nextPageToken: string };

async function page(token?: string): Promise<Page> {
  const query = token === undefined ? "" : `&pageToken=${token}`;
  const answer = await fetch(`${indexed.url}/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=5${query}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Page;
}

describe("reproject", () => {
  it("makes every row as the indexer made it, from the stored bytes alone", async () => {
    await spoil();
    expect(await digests()).not.toEqual(right);
    const ends = await store.db.selectFrom("checkpoint").select("next_index").execute();
    const containers = ends.reduce((sum, { next_index }) => sum + next_index, 0);
    expect(containers).toBeGreaterThanOrEqual(110 + 62 + 202);
    expect(await reproject(options())).toBe(containers);
    expect(await digests()).toEqual(right);
    expect(existsSync(`${indexed.stores.whereIs("primary")}.scratch`)).toBe(false);
  });

  it("keeps the numbers of addresses and assets, and the moments at which blocks were stored", async () => {
    const kept = async () => [
      await store.db.selectFrom("address").selectAll().execute(),
      await store.db.selectFrom("asset").selectAll().execute(),
      await store.db.selectFrom("block").select(["chain", "height", "stored_at_ms"]).execute(),
    ];
    const before = await kept();
    await reproject(options());
    expect(await kept()).toEqual(before);
  });

  it("goes on answering meanwhile, and page tokens outlive it", async () => {
    const first = await page();
    const meanwhile: Promise<Page>[] = [];
    await reproject(options({ onProgress: () => meanwhile.push(page()) }));
    expect(meanwhile.length).toBeGreaterThan(2);
    for (const answer of await Promise.all(meanwhile)) expect(answer.blocks).toEqual(first.blocks);
    const second = await page(first.nextPageToken);
    expect(second.blocks.length).toBe(5);
    expect(second.blocks).not.toEqual(first.blocks);
  });

  it("is refused while an indexer writes the store", async () => {
    const lease = await takeLease(store.db, { name: LEASE_NAME, holder: "an indexer", nowMs: Date.now() });
    const refused = reproject(options());
    await expect(refused).rejects.toMatchObject({ code: "LEASE_HELD" });
    await lease.release();
  });

  it("leaves the old rows whole when it is interrupted, or its lease taken over", async () => {
    await spoil();
    const spoilt = await digests();
    const stop = new AbortController();
    expect(await reproject(options({ signal: stop.signal, onProgress: () => stop.abort() }))).toBeUndefined();
    expect(await digests()).toEqual(spoilt);
    const steal = () => void store.db.updateTable("lease").set({ holder: "another" }).execute();
    await expect(reproject(options({ onProgress: steal }))).rejects.toMatchObject({ code: "STORE_CONFLICT" });
    expect(await digests()).toEqual(spoilt);
    await store.db.deleteFrom("lease").execute();
    await reproject(options());
    expect(await digests()).toEqual(right);
  });

  it("refuses a damaged container by name, and leaves the old rows whole", async () => {
    const [run] = await store.db
      .selectFrom("container_run")
      .selectAll()
      .where("stream", "=", "X/block")
      .execute();
    if (!run) throw new Error("no run");
    const write = (ids: Uint8Array) =>
      store.db
        .updateTable("container_run")
        .set({ ids })
        .where("stream", "=", run.stream)
        .where("first_index", "=", run.first_index)
        .execute();
    await write(run.ids.map((byte, at) => (at === 32 * 3 ? byte ^ 1 : byte)));
    const index = run.first_index + 3;
    await expect(reproject(options())).rejects.toThrow(`container ${index} of X/block has the id`);
    await write(run.ids);
    expect(await digests()).toEqual(right);
  });
});
