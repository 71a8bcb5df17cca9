import { writeFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath, freshStore } from "../../testbed/engines";
import { openEngine } from "./engine";

describe.each(ENGINES)("the engine $name", () => {
  test("reads u64 columns exactly and unsigned, plain integers as numbers", async () => {
    const { db } = await freshStore();
    const row = { validation: 7, position: 2 ** 52, weight: 2n ** 64n - 1n, balance: 2n ** 53n + 1n };
    await db
      .insertInto("l1_point")
      .values({ ...row, paid_in: 0n, paid_back: null })
      .execute();
    const [read] = await db.selectFrom("l1_point").selectAll().execute();
    expect(read).toEqual({ ...row, paid_in: 0n, paid_back: null });
  });

  test("refuses a number that does not fit a column, instead of storing another one", async () => {
    const { db } = await freshStore();
    const row = { validation: 7, position: 1, balance: 0n, paid_in: 0n, paid_back: null };
    for (const weight of [2n ** 64n, -(2n ** 63n) - 1n]) {
      const write = db
        .insertInto("l1_point")
        .values({ ...row, weight })
        .execute();
      await expect(write).rejects.toThrow(`${weight} does not fit a column of 64 bits`);
    }
    expect(await db.selectFrom("l1_point").selectAll().execute()).toEqual([]);
  });

  test("never rounds an expression: a number when it is exact, a bigint otherwise", async () => {
    const { db } = await freshStore();
    const { rows } = await sql`select ${2n ** 60n + 1n} as wide, 3 + 4 as narrow`.execute(db);
    expect(rows).toEqual([{ wide: 2n ** 60n + 1n, narrow: 7 }]);
  });

  test("a transaction that throws leaves nothing, and others wait for it", async () => {
    const { db } = await freshStore();
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("network").values({ key: "hrp", value: "local" }).execute();
      await new Promise((resolve) => setTimeout(resolve, 5));
      throw new Error("stop");
    });
    const outside = db.selectFrom("network").selectAll().execute();
    await expect(failing).rejects.toThrow("stop");
    expect(await outside).toEqual([]);
  });

  test("says what to do when the file is not a database", async () => {
    const path = freshPath();
    writeFileSync(
      path,
      "this is text, and long enough to be looked at as a header of a database file. ".repeat(20),
    );
    expect(() => openEngine(path, "write")).toThrow(
      expect.objectContaining({ name: "StoreError", hint: expect.stringContaining("firn reset") }),
    );
  });

  test("a broken statement is a StoreError with the engine's words", async () => {
    const { db } = await freshStore();
    await expect(sql`select 1 from nowhere`.execute(db)).rejects.toMatchObject({
      name: "StoreError",
      message: "the store failed: no such table: nowhere (SQLITE_ERROR)",
    });
  });
});
