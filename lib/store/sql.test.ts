import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Every file of the room but the engine's, the migrations and tests, with its code. */
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .filter((path) => !/^(sqlite|postgres|sql|migrations)\//.test(path))
  .map((path) => ({ path, code: readFileSync(join(import.meta.dirname, path), "utf8") }));

/** What engines understand differently or not at all, and the engine's word for it. */
const WORDS: readonly [what: RegExp, instead: string][] = [
  [
    /"(not )?in",\s*(?!setOf\(|numberSetOf\()(?=[[\w.]+(\)|,|\())(?!\w+\.select\()/g,
    "setOf, which may be empty",
  ],
  [/\bin \(\$\{|\bin \(\)/g, "setOf, which may be empty"],
  [/\bis (not )?\$\{|"is( not)?", (?!null)/g, "isSame"],
  [/\bsubstr\(/g, "lastByte"],
  [/\b(countAll|count\(\*|fn\.(count|sum|max|min|avg))/g, "rowCount, sumOf, largestOf"],
  [/\b(sum|avg|total)\(/g, "sumOf, u64SumAs"],
  [/\b(hex|json_\w+|ifnull|iif|group_concat|zeroblob)\(/g, "a word of the engine"],
  [/\b(rowid|collate|glob|insert or|pragma)\b|\bx'[0-9a-f]*'/g, "a word of the engine"],
  [
    /\b(asks_node|permissioned|node_reachable|reverted|wraps_coin|wrapped)"?\)?,? *("?(=|<>|!=)"?),? *[01]\b/g,
    "isFlag",
  ],
];

it.each(WORDS)("no query says %s: it says %s", (words) => {
  const found = files.flatMap(({ path, code }) =>
    [...code.matchAll(words)].map(([text]) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** SQL written by hand where Kysely has no words for it. The list only shrinks. */
const TEMPLATES: Readonly<Record<string, number>> = {
  "clear.ts": 1,
  "migrate.ts": 3,
  "queries/balance.ts": 17,
  "queries/evm/audit-tokens.ts": 5,
  "queries/evm/contract-question.ts": 2,
  "queries/evm/holder.ts": 7,
  "queries/evm/late.ts": 2,
  "queries/evm/log-candidates.ts": 5,
  "queries/evm/nft-metadata.ts": 2,
  "queries/evm/transaction.ts": 1,
  "queries/l1-validator-list.ts": 12,
  "queries/live-utxo.ts": 1,
  "queries/reward-list.ts": 16,
  "queries/stake-list.ts": 43,
  "queries/stake.ts": 1,
  "queries/tx-time.ts": 5,
  "queries/utxo-list.ts": 15,
  "queries/utxo.ts": 3,
  "rows/pages.ts": 5,
};

it("SQL is written by hand only where Kysely has no words for it", () => {
  const counts = files
    .map(({ path, code }) => [path, code.match(/\bsql(<[^`]*?>)?`/g)?.length ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort();
  expect(Object.fromEntries(counts)).toEqual(TEMPLATES);
});
