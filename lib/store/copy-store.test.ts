import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IndexedRecording, indexRecording } from "../testbed/recording";
import { HAS_SERVER, testStores } from "../testbed/test-stores";
import { takeLease } from "./bookkeeping/lease";
import { copyStore } from "./copy-store";
import { engineOf } from "./engine";

const ENGINES = HAS_SERVER ? (["sqlite", "postgres"] as const) : (["sqlite"] as const);
const MINE = { name: "indexer", holder: "me", nowMs: 0 };

describe.each(ENGINES)("a store copied from %s", (engine) => {
  let firn: IndexedRecording;
  const folder = mkdtempSync(join(tmpdir(), "firn-copy-"));
  beforeAll(async () => {
    firn = await indexRecording("custom-network", { engine });
    await firn.stopIndexer();
  });
  afterAll(async () => {
    await firn.close();
    rmSync(folder, { recursive: true });
  });
  const options = { nowMs: 0, holder: "copy", onProgress: () => {} };

  test.each(ENGINES)("to %s has every row, and goes on after an interruption", async (other) => {
    const to = testStores(join(folder, `${engine}-${other}`), other);
    const stop = new AbortController();
    let pages = 0;
    const interrupt = { ...options, signal: stop.signal, onProgress: () => ++pages === 5 && stop.abort() };
    expect(await copyStore("primary", { from: firn.stores, to }, interrupt)).toBeUndefined();
    const half = await to.open("primary", { mode: "write", nowMs: 0 });
    await expect(takeLease(half.db, MINE)).rejects.toThrow("a copy that is not complete");
    await half.close();
    const { signal } = new AbortController();
    const copied = await copyStore("primary", { from: firn.stores, to }, { ...options, signal });
    expect(copied?.differences).toEqual([]);
    const [source, target] = await Promise.all(
      [firn.stores, to].map((stores) => stores.open("primary", { mode: "read" })),
    );
    if (source === undefined || target === undefined) throw new Error("no store");
    for (const { table } of await engineOf(source.db).tablesOf(source.db)) {
      if (table === "schema_version" || table === "lease") continue;
      const rows = await Promise.all(
        [source, target].map(({ db }) =>
          db
            .selectFrom(table as "block")
            .selectAll()
            .execute(),
        ),
      );
      expect(new Set(rows[1]?.map((row) => text(row))), table).toEqual(
        new Set(rows[0]?.map((row) => text(row))),
      );
    }
    if (other === "postgres") {
      const { rows } = await sql`
        select 1 from pg_stats where schemaname = 'firn_primary' and tablename = 'utxo' limit 1`.execute(
        target.db,
      );
      expect(rows, "the server knows what its tables hold").toHaveLength(1);
    }
    await source.close();
    await target.close();
    const again = () => copyStore("primary", { from: firn.stores, to }, { ...options, signal });
    expect(await again()).toEqual({ rows: undefined, differences: [] });
    const whole = await to.open("primary", { mode: "write", nowMs: 0 });
    await (await takeLease(whole.db, MINE)).release();
    await whole.db.deleteFrom("block").where("height", "=", 2).execute();
    await whole.close();
    await expect(again()).rejects.toThrow("holds other rows already");
  });
});

function text(row: object): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
