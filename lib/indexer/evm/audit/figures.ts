import type { EvmDb } from "../../../store/db";
import { commit } from "../../../store/db";
import type { StoredBlock } from "../../../store/queries/evm/audit";
import { listParties } from "../../../store/queries/evm/figures";
import { type ComparedRow, compareTables, type Row } from "../../../store/rows/compare";
import { EVM_KEYS, newEvmBatch, writeEvmBatch } from "../../../store/rows/evm-batch";
import type { EvmStore, Stores } from "../../../store/stores";
import type { EvmBlockTable } from "../../../store/tables/evm/chain";
import type { ContractTable } from "../../../store/tables/evm/tokens";
import { type Finding, Tally } from "../../audit/audit";
import { ActiveAddresses } from "../figures/active-addresses";
import { ChainFigures } from "../figures/chain-figures";
import { unknownContract } from "../rows/projection";

/** What blocks add up to, and what only their transactions and calls say of contracts. */
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

/** Counts blocks again as they pass in their order, into a store of its own, and compares what that makes. */
export class FigureReplay {
  readonly #db: EvmDb;
  readonly #scratch: EvmStore;
  readonly #active = new ActiveAddresses();
  #before: EvmBlockTable | undefined;

  private constructor(db: EvmDb, scratch: EvmStore) {
    this.#db = db;
    this.#scratch = scratch;
  }

  static async open(db: EvmDb, stores: Stores): Promise<FigureReplay> {
    return new FigureReplay(db, await stores.scratchChain());
  }

  /** Blocks that follow those before, all that are stored. */
  async add(blocks: readonly StoredBlock[]): Promise<void> {
    const [first] = blocks;
    if (first === undefined) return;
    const batch = newEvmBatch();
    const figures = new ChainFigures(this.#active, this.#before);
    const { blocks: met } = await listParties(this.#db, { height: first.row.height, blocks: blocks.length });
    const contracts = new Map<number, ContractTable>();
    for (const [i, { row, transactions, madeInside }] of blocks.entries()) {
      figures.begin({
        time: row.time,
        timeMs: row.time_ms ?? undefined,
        transactions: transactions.map(({ gas_used, gas_price }) => ({
          gasUsed: gas_used,
          gasPrice: gas_price.subarray(1),
        })),
      });
      for (const { from, to } of met[i]?.parties ?? []) figures.meet(from, to);
      for (const making of makingsOf(transactions, madeInside)) {
        figures.countContract(making.creator_id ?? making.deployer_id ?? making.address_id);
        contracts.set(making.address_id, making);
      }
      this.#before = row;
    }
    const { db } = this.#scratch;
    await figures.finish(db, batch);
    batch.contract.pushAll(contracts.values());
    await commit(db, (trx) => writeEvmBatch(trx, batch));
  }

  async finish(): Promise<Finding> {
    const tally = new Tally();
    const rows = await compareTables(
      { stored: this.#db, expected: this.#scratch.db },
      {
        tables: TABLES.map((table) => ({ table, keys: EVM_KEYS[table] })),
        comparable,
        onDifference: ({ table, key, field, stored = "none", expected = "none" }) =>
          tally.add(
            `${table} ${key}${field ? ` ${field}` : ""}: stored ${stored}, made anew ${expected}`,
            table,
          ),
        onTable: () => {},
      },
    );
    return tally.finding("hours, days", `${rows} rows of figures, parties and contracts`);
  }

  async close(): Promise<void> {
    await this.#scratch.close();
  }
}

/** Contracts made in a block, by transactions and by the calls inside each, in their order. */
function makingsOf(
  transactions: StoredBlock["transactions"],
  madeInside: StoredBlock["madeInside"],
): ContractTable[] {
  return transactions.flatMap(({ position, from_id, created_id, status }) => [
    ...(created_id === null || status !== 1
      ? []
      : [{ ...unknownContract(created_id), created_position: position, deployer_id: from_id }]),
    ...madeInside
      .filter((made) => made.position === position)
      .map((made) => ({
        ...unknownContract(made.to_id),
        created_position: position,
        deployer_id: from_id,
        creator_id: made.from_id,
      })),
  ]);
}

function comparable(row: ComparedRow): ComparedRow {
  if (row.table === "chain_activity") return withoutTies(row);
  return row.table === "contract" ? ofMaking(row) : row;
}

/** Of blocks with equally many a second the row holds one, whichever. */
function withoutTies(row: ComparedRow): ComparedRow {
  const { stored, expected } = row;
  if (stored === undefined || expected === undefined) return row;
  const tied: Row = {};
  for (const peak of ["peak_transactions", "peak_gas"]) {
    const [much, ms] = [peak, `${peak}_ms`];
    const isTied =
      Number(expected[much]) > 0 &&
      BigInt(Number(stored[much])) * BigInt(Number(expected[ms])) ===
        BigInt(Number(expected[much])) * BigInt(Number(stored[ms]));
    if (isTied) Object.assign(tied, { [much]: stored[much], [ms]: stored[ms] });
  }
  return { ...row, expected: { ...expected, ...tied } };
}

/** A contract that nothing stored made has a row too, once it writes events; what it answers is not looked at here. */
function ofMaking(row: ComparedRow): ComparedRow {
  const { stored, expected } = row;
  if (stored === undefined) return row;
  const { created_position = null, deployer_id = null, creator_id = null } = expected ?? {};
  return { ...row, expected: { ...stored, created_position, deployer_id, creator_id } };
}
