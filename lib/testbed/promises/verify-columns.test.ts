import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openNode } from "../../client/node";
import { type ColumnsOf, FACTS, PRIMARY_COLUMNS } from "../../indexer/audit/columns";
import { auditNode } from "../../indexer/audit/node";
import { auditStore } from "../../indexer/audit/store";
import { copyDatabase } from "../../store/sqlite/files";
import type { Store } from "../../store/stores";
import type { PrimaryTables } from "../../store/tables";
import { type Damage, damagedText, damageOf, tableColumns } from "../damage";
import { type IndexedRecording, indexRecording } from "../recording";
import { openPrimary, testStores } from "../test-stores";

let indexed: IndexedRecording;
/** Path of the undamaged store. */
let whole: string;

beforeAll(async () => {
  indexed = await indexRecording("custom-network");
  whole = `${indexed.stores.whereIs("primary")}.whole`;
  const store = await indexed.stores.open("primary", { mode: "read" });
  await copyDatabase(store.db, whole);
  await store.close();
});
afterAll(async () => {
  rmSync(whole);
  await indexed.close();
});

/** Findings of the checks in a copy of the store after `damage`. */
async function findingsAfter(damage: (store: Store) => Promise<void>) {
  const stores = testStores(join(indexed.stores.place.folder, "damaged"));
  const path = stores.whereIs("primary");
  mkdirSync(stores.place.folder, { recursive: true });
  copyFileSync(whole, path);
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  try {
    await damage(store);
    await store.close();
    const shared = {
      stores,
      now: Date.now,
      sleep: async () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
    };
    const results = [
      ...(await auditStore(shared)),
      ...(await auditNode({ ...shared, node: openNode(indexed.nodeUrl) })),
    ];
    return results.flatMap(({ differences }) => differences);
  } finally {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(`${path}${suffix}`, { force: true });
  }
}

/** Tables whose damage shows in others too: each is damaged alone. */
const APART = ["address", "asset", "checkpoint", "container_run", "network"] as const;

describe("every column of the primary store", () => {
  it("is in the table of how it is checked, and nothing else is", async () => {
    const store = await openPrimary(whole, { mode: "read" });
    const stored = await tableColumns(store.db);
    await store.close();
    expect(
      Object.fromEntries(Object.entries(PRIMARY_COLUMNS).map(([t, of]) => [t, Object.keys(of).sort()])),
    ).toEqual(stored);
  });

  it("is named by table and key once it is damaged, or listed as not checkable", async () => {
    const rounds: Damage[][] = [];
    for (const [table, columns] of Object.entries<Record<string, object>>(
      PRIMARY_COLUMNS satisfies ColumnsOf<PrimaryTables>,
    )) {
      if ((APART as readonly string[]).includes(table)) continue;
      const checkable = Object.keys(columns).filter((column) => "by" in (columns[column] ?? {}));
      for (const [i, column] of checkable.entries()) {
        const round = rounds[i] ?? [];
        rounds[i] = round;
        round.push({ table, column });
      }
    }
    for (const table of APART.filter((name) => name !== "network"))
      for (const column of Object.keys(PRIMARY_COLUMNS[table]))
        rounds.push([{ table, column, ...(table === "container_run" && { where: "stream = 'P/block'" }) }]);
    const unnamed: string[] = [];
    for (const round of rounds) {
      const expected: RegExp[] = [];
      const differences = await findingsAfter(async (store) => {
        for (const damage of round) expected.push(await damageOf(store.db, damage));
      });
      for (const [i, words] of expected.entries()) {
        const { table, column } = round[i] ?? { table: "", column: "" };
        if (!differences.some((text) => words.test(text))) unnamed.push(`${table}.${column} (${words})`);
      }
    }
    expect(unnamed).toEqual([]);
  });

  it.each(Object.entries(FACTS).flatMap(([key, how]) => ("by" in how ? [key] : [])))(
    "is named: the fact %s",
    async (key) => {
      const differences = await findingsAfter(async ({ db }) => {
        const row = await db
          .selectFrom("network")
          .selectAll()
          .where("key", "=", key as keyof typeof FACTS)
          .executeTakeFirstOrThrow();
        await sql`update network set value = ${damagedText(row.value)} where key = ${key}`.execute(db);
      });
      expect(differences.join("\n")).toMatch(new RegExp(`^network(Id| ${key}): stored `, "m"));
    },
  );

  it("is named: a fact that is missing", async () => {
    const differences = await findingsAfter(async ({ db }) => {
      await db.deleteFrom("network").where("key", "=", "cChainId").execute();
    });
    expect(differences).toContain("network cChainId: stored none");
  });
});
