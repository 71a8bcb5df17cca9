import { msBetween } from "../../store/queries/evm/figures";
import {
  type BlockFigures,
  countMade,
  listBlockFigures,
  listGasPrices,
} from "../../store/queries/evm/window";
import { addActivity, type ChainActivity, noActivity } from "../../store/rows/chain-activity";
import { amountOf, positionOf } from "../../store/rows/columns";
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
): Promise<ChainActivity> {
  const from = positionOf(first, 0);
  const end = positionOf(below, 0);
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
): Promise<ChainActivity> {
  const edge = { ...NOTHING };
  for (let next = from; next < below; ) {
    const rows = await listGasPrices(db, { from: next, below, limit: ROWS_PER_TURN });
    for (const row of rows) {
      const price = amountOf(row.gas_price);
      edge.transactions += 1;
      edge.gas_prices += price;
      if (price > edge.max_gas_price) edge.max_gas_price = price;
    }
    next = rows.length < ROWS_PER_TURN ? below : (rows.at(-1)?.position ?? below) + 1;
    await yieldTurn();
  }
  return edge;
}

async function readBlocks(
  db: EvmContext["db"],
  { from, below }: Range,
  yieldTurn: YieldTurn,
): Promise<ChainActivity> {
  const edge = { ...NOTHING };
  // The block before gives the duration of the first one.
  let before: BlockFigures | undefined;
  for (let next = from - 1; next < below; ) {
    const rows = await listBlockFigures(db, { from: next, below, limit: ROWS_PER_TURN });
    for (const row of rows) {
      if (row.height >= from) addActivity(edge, activityOfBlock(row, msBetween(before, row)));
      before = row;
    }
    next = rows.length < ROWS_PER_TURN ? below : (before?.height ?? below) + 1;
    await yieldTurn();
  }
  return edge;
}

const NOTHING = noActivity({ hours: 0, start_hour: 0 });

function activityOfBlock({ tx_count, gas_used, fees }: BlockFigures, ms: number): ChainActivity {
  return {
    ...NOTHING,
    blocks: 1,
    transactions: tx_count,
    gas: gas_used,
    fees: amountOf(fees),
    peak_transactions: tx_count,
    peak_transactions_ms: ms,
    peak_gas: gas_used,
    peak_gas_ms: ms,
  };
}
