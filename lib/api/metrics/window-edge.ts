import { msBetween } from "../../store/queries/evm/figures";
import {
  type BlockFigures,
  countMade,
  listBlockFigures,
  listGasPrices,
} from "../../store/queries/evm/window";
import { amountColumn, amountOf, positionOf } from "../../store/rows/columns";
import type { ChainActivityTable } from "../../store/tables/evm/activity";
import type { EvmContext } from "../handler";
import { ROWS_PER_TURN, type YieldTurn } from "../snapshot/yield-turn";

interface Edge {
  /** Which sums are needed: of its blocks, of prices paid by transactions, or of contracts created. */
  read: "blocks" | "prices" | "contracts";
  /** Its blocks: heights from `first` up to, but not including, `below`. */
  first: number;
  below: number;
}

/** Sums over part of an hour, like a row for an hour. Sums that are not needed are 0. */
export async function readEdge(
  db: EvmContext["db"],
  { read, first, below }: Edge,
  yieldTurn: YieldTurn,
): Promise<ChainActivityTable> {
  const [from, end] = [positionOf(first, 0), positionOf(below, 0)];
  if (read === "contracts") return { ...NOTHING, contracts: await countMade(db, { from, below: end }) };
  if (read === "prices") return readPrices(db, { from, below: end }, yieldTurn);
  return readBlocks(db, { from: first, below }, yieldTurn);
}

interface Range {
  from: number;
  below: number;
}

async function readPrices(
  db: EvmContext["db"],
  { from, below }: Range,
  yieldTurn: YieldTurn,
): Promise<ChainActivityTable> {
  const edge = { transactions: 0, prices: 0n, highest: 0n };
  for (let next = from; next < below; ) {
    const rows = await listGasPrices(db, { from: next, below, limit: ROWS_PER_TURN });
    for (const row of rows) {
      const price = amountOf(row.gas_price);
      edge.transactions += 1;
      edge.prices += price;
      if (price > edge.highest) edge.highest = price;
    }
    next = rows.length < ROWS_PER_TURN ? below : (rows.at(-1)?.position ?? below) + 1;
    await yieldTurn();
  }
  return {
    ...NOTHING,
    transactions: edge.transactions,
    gas_prices: amountColumn(edge.prices),
    max_gas_price: amountColumn(edge.highest),
  };
}

async function readBlocks(
  db: EvmContext["db"],
  { from, below }: Range,
  yieldTurn: YieldTurn,
): Promise<ChainActivityTable> {
  const edge = { ...NOTHING };
  let fees = 0n;
  // The block before gives the duration of the first one.
  let before: BlockFigures | undefined;
  for (let next = from - 1; next < below; ) {
    const rows = await listBlockFigures(db, { from: next, below, limit: ROWS_PER_TURN });
    for (const row of rows) {
      if (row.height >= from) {
        fees += amountOf(row.fees);
        addBlock(edge, row, msBetween(before, row));
      }
      before = row;
    }
    next = rows.length < ROWS_PER_TURN ? below : (before?.height ?? below) + 1;
    await yieldTurn();
  }
  return { ...edge, fees: amountColumn(fees) };
}

function addBlock(edge: ChainActivityTable, { tx_count, gas_used }: BlockFigures, ms: number): void {
  edge.gas += gas_used;
  if (tx_count * edge.peak_transactions_ms > edge.peak_transactions * ms) {
    edge.peak_transactions = tx_count;
    edge.peak_transactions_ms = ms;
  }
  if (gas_used * edge.peak_gas_ms > edge.peak_gas * ms) {
    edge.peak_gas = gas_used;
    edge.peak_gas_ms = ms;
  }
}

const NONE = amountColumn(0n);

const NOTHING: ChainActivityTable = {
  ...{ hours: 0, start_hour: 0, blocks: 0, transactions: 0, gas: 0, contracts: 0 },
  ...{ fees: NONE, gas_prices: NONE, max_gas_price: NONE },
  ...{ addresses: 0, senders: 0, new_addresses: 0, deployers: 0, new_deployers: 0 },
  ...{ peak_transactions: 0, peak_transactions_ms: 1_000, peak_gas: 0, peak_gas_ms: 1_000 },
};
