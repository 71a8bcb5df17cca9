import type { EvmHistory } from "../../../store/bookkeeping/history";
import type { EvmDb } from "../../../store/db";
import { commit } from "../../../store/db";
import type { StoredBlock } from "../../../store/queries/evm/audit";
import { listParties } from "../../../store/queries/evm/figures";
import { type ComparedRow, compareTables } from "../../../store/rows/compare";
import { EVM_KEYS, newEvmBatch, writeEvmBatch } from "../../../store/rows/evm-batch";
import type { Row } from "../../../store/rows/pages";
import type { EvmStore } from "../../../store/stores";
import type { EvmBlockTable } from "../../../store/tables/evm/chain";
import type { ContractTable } from "../../../store/tables/evm/tokens";
import { type CheckResult, DifferenceCounter } from "../../audit/check-result";
import { unknownContract } from "../rows/projection";
import { ActiveAddresses } from "../stats/active-addresses";
import { ChainStats, countedBlock } from "../stats/chain-stats";
import type { AuditContext } from "./context";

/** Statistics by period, and what only transactions and calls say of contracts. */
const TABLES = [
  "chain_activity",
  "active_window",
  "active_period",
  "party",
  "sender",
  "deployer",
  "deployer_day",
  "contract",
] as const;

/** Counts all counted blocks again into a scratch store, in order, and compares the two. */
export class StatsReplay {
  readonly #db: EvmDb;
  readonly #scratch: EvmStore;
  readonly #active = new ActiveAddresses();
  readonly #partial: EvmHistory | undefined;
  #before: EvmBlockTable | undefined;

  private constructor({ db, partial }: Pick<AuditContext, "db" | "partial">, scratch: EvmStore) {
    this.#db = db;
    this.#partial = partial;
    this.#scratch = scratch;
  }

  static async open(context: Pick<AuditContext, "db" | "partial" | "stores">): Promise<StatsReplay> {
    return new StatsReplay(context, await context.stores.scratchChain());
  }

  /** All stored blocks, in order and without gaps. */
  async add(blocks: readonly StoredBlock[]): Promise<void> {
    const [first] = blocks;
    if (first === undefined) return;
    const batch = newEvmBatch();
    const stats = new ChainStats(this.#active, this.#before);
    const { blocks: activity } = await listParties(this.#db, {
      height: first.row.height,
      blocks: blocks.length,
    });
    const contracts = new Map<number, ContractTable>();
    for (const [i, { row, transactions, madeInside: createdInside }] of blocks.entries()) {
      const creations = creationsIn(transactions, createdInside);
      for (const creation of creations) contracts.set(creation.address_id, creation);
      if (!this.#counts(row.height)) continue;
      stats.begin(countedBlock(row, transactions));
      for (const { from, to } of activity[i]?.parties ?? []) stats.record(from, to);
      for (const creation of creations)
        stats.countContract(creation.creator_id ?? creation.deployer_id ?? creation.address_id);
      this.#before = row;
    }
    const { db } = this.#scratch;
    await stats.finish(db, batch);
    batch.contract.pushAll(contracts.values());
    await commit(db, (trx) => writeEvmBatch(trx, batch));
  }

  #counts(height: number): boolean {
    const { countedFrom = 0, countedTo = Number.POSITIVE_INFINITY } = this.#partial ?? {};
    return countedFrom <= height && height <= countedTo;
  }

  async finish(): Promise<CheckResult> {
    const counter = new DifferenceCounter();
    const rows = await compareTables(
      { stored: this.#db, expected: this.#scratch.db },
      {
        tables: TABLES.map((table) => ({ table, keys: EVM_KEYS[table] })),
        comparable,
        onDifference: ({ table, key, field, stored = "none", expected = "none" }) =>
          counter.add(
            `${table} ${key}${field ? ` ${field}` : ""}: stored ${stored}, expected ${expected}`,
            table,
          ),
        onTable: () => {},
      },
    );
    const of = this.#partial;
    const remarks = of && {
      leftOut: `statistics of blocks that are not counted: before ${of.countedFrom}${of.countedTo === undefined ? "" : `, after ${of.countedTo}`}`,
    };
    return counter.result("hours, days", `${rows} rows of statistics, addresses and contracts`, remarks);
  }

  async close(): Promise<void> {
    await this.#scratch.close();
  }
}

/** Contracts created in a block, by its transactions and the calls inside each, in order. */
function creationsIn(
  transactions: StoredBlock["transactions"],
  createdInside: StoredBlock["madeInside"],
): ContractTable[] {
  return transactions.flatMap(({ position, from_id, created_id, status }) => [
    ...(created_id === null || status !== 1
      ? []
      : [{ ...unknownContract(created_id), created_position: position, deployer_id: from_id }]),
    ...createdInside
      .filter((inner) => inner.position === position)
      .map((inner) => ({
        ...unknownContract(inner.to_id),
        created_position: position,
        deployer_id: from_id,
        creator_id: inner.from_id,
      })),
  ]);
}

function comparable(row: ComparedRow): ComparedRow {
  if (row.table === "chain_activity") return withoutTies(row);
  return row.table === "contract" ? creationOnly(row) : row;
}

/** Of several seconds with the same rate, a row may hold any. */
function withoutTies(row: ComparedRow): ComparedRow {
  const { stored, expected } = row;
  if (stored === undefined || expected === undefined) return row;
  const tied: Row = {};
  for (const peak of ["peak_transactions", "peak_gas"]) {
    const much = peak;
    const ms = `${peak}_ms`;
    const isTied =
      Number(expected[much]) > 0 &&
      BigInt(Number(stored[much])) * BigInt(Number(expected[ms])) ===
        BigInt(Number(expected[much])) * BigInt(Number(stored[ms]));
    if (isTied) Object.assign(tied, { [much]: stored[much], [ms]: stored[ms] });
  }
  return { ...row, expected: { ...expected, ...tied } };
}

/**
 * Rows of contracts are compared by their creation only. Contracts that events name have rows too, and answers are not
 * checked here.
 */
function creationOnly(row: ComparedRow): ComparedRow {
  const { stored, expected } = row;
  if (stored === undefined) return row;
  const { created_position = null, deployer_id = null, creator_id = null } = expected ?? {};
  return { ...row, expected: { ...stored, created_position, deployer_id, creator_id } };
}
