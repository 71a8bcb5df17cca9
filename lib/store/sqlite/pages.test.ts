import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type QueryExecutorProvider, sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openEvmStore, openStore } from "../open";
import { openEngine } from "./engine";

const folder = mkdtempSync(join(tmpdir(), "firn-pages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readPages(db: QueryExecutorProvider): Promise<{ page: number; log: number }> {
  const page = await sql<{ page_size: number }>`pragma page_size`.execute(db);
  const log = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db);
  return { page: page.rows[0]?.page_size ?? 0, log: log.rows[0]?.wal_autocheckpoint ?? 0 };
}

test("a new file of an EVM chain has pages of 8 KiB, others of 4 KiB, and their logs are equally long", async () => {
  const chain = await openEvmStore(join(folder, "chain.db"), { mode: "write", nowMs: 1 });
  const primary = await openStore(join(folder, "primary.db"), { mode: "write", nowMs: 1 });
  expect(await readPages(chain.db)).toEqual({ page: 8192, log: 8192 });
  expect(await readPages(primary.db)).toEqual({ page: 4096, log: 16_384 });
  await Promise.all([chain.bulk(true), primary.bulk(true)]);
  expect((await readPages(chain.db)).log).toBe(32_768);
  expect((await readPages(primary.db)).log).toBe(65_536);
  await Promise.all([chain.close(), primary.close()]);
});

test("a file keeps the pages that it was made with", async () => {
  const path = join(folder, "older.db");
  const older = openEngine(path, "write");
  await sql`create table schema_version (version integer primary key, applied_at_ms integer not null)`.execute(
    older,
  );
  await older.destroy();
  const taken = await openEvmStore(path, { mode: "write", nowMs: 1 });
  expect(await readPages(taken.db)).toEqual({ page: 4096, log: 16_384 });
  await taken.close();
});
