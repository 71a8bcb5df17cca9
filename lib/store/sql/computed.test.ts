import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { flagAs, u64SumAs } from "./computed";

const LARGEST = 2n ** 64n - 1n;

test("the largest values add up exactly, and no values to 0", async () => {
  const { db } = await freshStore();
  const sums = async () => {
    const { rows } = await sql<{ balance: bigint }>`select ${u64SumAs("balance")} from l1_point`.execute(db);
    const built = await db.selectFrom("l1_point").select(u64SumAs("balance")).execute();
    expect(built).toEqual(rows);
    return rows.map(({ balance }) => balance);
  };
  expect(await sums()).toEqual([0n]);
  for (const [position, balance] of [LARGEST, LARGEST, null].entries())
    await db
      .insertInto("l1_point")
      .values({ validation: 1, position, balance, weight: 0n, paid_in: 0n, paid_back: null })
      .execute();
  expect(await sums()).toEqual([2n * LARGEST]);
});

test("a computed flag is a boolean under its own name, also of a condition that is null", async () => {
  const { db } = await freshStore();
  const { rows } = await sql`select ${flagAs("yes", sql`1 < 2`)}, ${flagAs("no", sql`1 > 2`)},
    ${flagAs("unknown", sql`null > 2`)}, 7 as "seven:eight"`.execute(db);
  expect(rows).toEqual([{ yes: true, no: false, unknown: false, "seven:eight": 7 }]);
});

test("only these words add up in SQL", () => {
  const folder = join(import.meta.dirname, "..");
  const adding = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("postgres/"))
    .flatMap((file) => {
      const lines = readFileSync(join(folder, file), "utf8").split("\n");
      return lines
        .filter((line) => /\b(sum|total|avg)(<.*>)?\(/.test(line))
        .map((line) => [file, line.trim()]);
    });
  expect(adding.map(([file]) => file).sort()).toEqual([
    "sql/computed.ts",
    "sql/computed.ts",
    "sql/computed.ts",
  ]);
});
