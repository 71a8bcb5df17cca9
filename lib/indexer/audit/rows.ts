import { type NetworkFacts, readNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { CHAIN, HASH_KIND } from "../../store/rows/columns";
import { type ComparedRow, compareTables } from "../../store/rows/compare";
import type { Row } from "../../store/rows/pages";
import { type CheckResult, DifferenceCounter } from "./check-result";
import type { Break, ScanOptions } from "./containers";

/**
 * Compares every derived row with the rebuilt one. Where containers are damaged, only rows that cannot depend on them
 * are compared.
 */
export async function auditRows(
  { stored, expected }: { stored: PrimaryDb; expected: PrimaryDb },
  breaks: ReadonlyMap<string, Break>,
  { onProgress }: ScanOptions,
): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const scope = new Scope(breaks);
  const rows = await compareTables(
    { stored, expected },
    {
      comparable: (row) => scope.comparable(row),
      onDifference: ({ table, key, field, ...values }) => {
        const { stored = "none", expected = "none" } = values;
        counter.add(
          `${table} ${key}${field ? ` ${field}` : ""}: stored ${stored}, expected ${expected}`,
          table,
        );
      },
      onTable: (done, total) => onProgress({ stream: "rows", done, total }),
    },
  );
  const facts = await readNetwork(stored);
  const rebuilt = Object.entries(await readNetwork(expected)) as [keyof NetworkFacts, string][];
  for (const [key, value] of rebuilt) {
    if (facts[key] !== value) counter.add(`network ${key}: stored ${facts[key]}, expected ${value}`);
  }
  const left = [...breaks].map(([stream, { index }]) => `${stream} from container ${index} on`);
  return counter.result(
    "rows",
    `${rows + rebuilt.length} rows`,
    left.length === 0 ? {} : { notChecked: `what follows from ${left.join(", ")}` },
  );
}

/** Tables of one chain, by the column with a row's height or position. */
const PLACED: Readonly<Record<string, "height" | "position">> = {
  block: "height",
  tx: "position",
  address_tx: "position",
  asset_tx: "position",
  hash: "position",
  signer: "position",
  utxo: "position",
};
/** Tables of the P-Chain whose rows may change with any block. */
const OF_P = new Set([
  "blockchain",
  "l1_point",
  "l1_validator",
  "ledger_record",
  "reward_owner",
  "stake",
  "stake_cycle",
  "subnet",
]);
/** Tables that all chains add to: an extra row may come from a damaged part. */
const SHARED = new Set(["address", "address_tx", "asset", "asset_tx", "shared_owner"]);
/** Columns that are filled later, perhaps from damaged containers. */
const LEARNED_LATER: Readonly<Record<string, readonly string[]>> = {
  asset: ["created_position", "name", "symbol", "denomination", "cap", "asset_type"],
  tx: ["outcome"],
  utxo: ["created_position", "released_position", "consumed_chain", "consumed_position", "consumed_input"],
};
const BLOCKS_OF: Readonly<Record<number, string>> = {
  [CHAIN.p]: "P/block",
  [CHAIN.x]: "X/block",
  [CHAIN.c]: "C/block",
};
const HEIGHT_FACTOR = 65_536;

/** Decides which rows can be compared while some streams are damaged. */
class Scope {
  readonly #breaks: ReadonlyMap<string, Break>;

  constructor(breaks: ReadonlyMap<string, Break>) {
    this.#breaks = breaks;
  }

  comparable(row: ComparedRow): ComparedRow | undefined {
    if (this.#breaks.size === 0) return row;
    const { table, stored, expected } = row;
    if (table === "learned_utxo" || (OF_P.has(table) && this.#breaks.has("P/block"))) return undefined;
    if (expected === undefined && SHARED.has(table)) return undefined;
    if (table === "live_span" && this.#breaks.has(BLOCKS_OF[Number((stored ?? expected)?.chain)] ?? ""))
      return undefined;
    // The genesis of all chains comes with the P-Chain's first block.
    if (this.#end("P/block") === 0 && table !== "block" && table !== "vertex") return undefined;
    if (!this.#isBefore(table, stored ?? expected ?? {})) return undefined;
    if (stored === undefined || expected === undefined) return row;
    const later = (LEARNED_LATER[table] ?? []).filter((field) => expected[field] === null);
    return {
      ...row,
      expected: { ...expected, ...Object.fromEntries(later.map((field) => [field, stored[field]])) },
    };
  }

  #isBefore(table: string, row: Row): boolean {
    if (table === "checkpoint") return !this.#breaks.has(String(row.stream));
    if (table === "vertex") return Number(row.container_index) < this.#end("X/vtx");
    if (table === "hash" && Number(row.kind) >= HASH_KIND.vertex)
      return Number(row.position) < Math.min(this.#end("X/vtx"), this.#end("X/tx"));
    const column = PLACED[table];
    if (column === undefined) return true;
    const position = Number(row[column]) * (column === "height" ? HEIGHT_FACTOR : 1);
    const stream = position < 0 ? "X/tx" : BLOCKS_OF[Number(row.chain)];
    return position < (this.#breaks.get(stream ?? "")?.position ?? Number.POSITIVE_INFINITY);
  }

  #end(stream: string): number {
    return this.#breaks.get(stream)?.index ?? Number.POSITIVE_INFINITY;
  }
}
