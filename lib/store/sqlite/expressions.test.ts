import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { readU64Sum, selectU64Sum, type U64Sum } from "./expressions";

const LARGEST = 2n ** 64n - 1n;

test("the largest values add up exactly, and nothing adds up to 0", async () => {
  const { db } = await freshStore();
  const sums = async () => {
    const { rows } = await sql<U64Sum<"balance">>`select ${selectU64Sum("balance")} from l1_point`.execute(
      db,
    );
    return rows.map((row) => readU64Sum(row, "balance"));
  };
  expect(await sums()).toEqual([0n]);
  for (const [position, balance] of [LARGEST, LARGEST, null].entries())
    await db
      .insertInto("l1_point")
      .values({ validation: 1, position, balance, weight: 0n, paid_in: 0n, paid_back: null })
      .execute();
  expect(await sums()).toEqual([2n * LARGEST]);
});

test("no other statement adds up in SQL, but those over counts", () => {
  const folder = join(import.meta.dirname, "..");
  const adding = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .flatMap((file) => {
      const lines = readFileSync(join(folder, file), "utf8").split("\n");
      return lines
        .filter((line) => /\b(sum|total|avg)(<.*>)?\(/.test(line))
        .map((line) => [file, line.trim()]);
    });
  expect(adding.map(([file]) => file).sort()).toEqual([
    "queries/container-run.ts",
    "queries/evm/series.ts",
    "sqlite/expressions.ts",
    "sqlite/expressions.ts",
  ]);
});
