import { isZeroAddress } from "../../avalanche/evm/transfers";
import { StoreError } from "../../errors";
import { type EvmHistory, writeHistory } from "../../store/bookkeeping/history";
import type { EvmDb } from "../../store/db";
import { findContracts } from "../../store/queries/evm/by-key";
import { findFirstEpoch } from "../../store/queries/evm/epochs";
import { findChainEnd } from "../../store/queries/evm/figures";
import {
  addToTotals,
  type BlockToCount,
  clearFigures,
  deleteWraps,
  findAddressBytes,
  listBlocksToCount,
} from "../../store/queries/evm/recount";
import { amountColumn, amountOf, TRANSFER_FORMS } from "../../store/rows/columns";
import { writeEvmBatch } from "../../store/rows/evm-batch";
import type { CoinWrapTable } from "../../store/tables/evm/tokens";
import type { Dictionary } from "../rows/dictionary";
import type { FirstQuestions } from "./facts/first-questions";
import { countMovement } from "./rows/project-transfer";
import { countWrap } from "./rows/project-wrap";
import { EvmProjection } from "./rows/projection";
import { ActiveAddresses } from "./stats/active-addresses";
import { countedBlock } from "./stats/chain-stats";

/** Forgets the figures of a store whose older blocks have arrived. `Recount` counts them again. */
export async function beginRecount(trx: EvmDb, { firstHeight, older }: EvmHistory): Promise<void> {
  await clearFigures(trx, amountColumn(0n));
  await writeHistory(trx, { firstHeight, older, countedFrom: firstHeight, countedTo: firstHeight - 1 });
}

/** Blocks counted in one commit: at most this many, and fewer if they have more transactions than this. */
const BLOCKS = 2_048;
const TRANSACTIONS = 8_000;

/** Figures of the next blocks, to be committed together. */
export interface CountedBlocks {
  /** Call it in a transaction. */
  write(trx: EvmDb): Promise<void>;
  history: EvmHistory;
}

interface RecountOptions {
  db: EvmDb;
  addresses: Dictionary;
  questions: FirstQuestions;
}

/**
 * Counts the figures of stored blocks again, from the first one on: balances, owners, totals of tokens and of
 * transactions, and the statistics of hours and days. The same code counts new blocks, so the result is the same.
 */
export class Recount {
  readonly #db: EvmDb;
  readonly #addresses: Dictionary;
  readonly #questions: FirstQuestions;
  readonly #active = new ActiveAddresses();

  constructor(options: RecountOptions) {
    this.#db = options.db;
    this.#addresses = options.addresses;
    this.#questions = options.questions;
  }

  /** The next blocks; undefined when there are none left. Discard this object if they are not committed. */
  async next(history: EvmHistory, head: number, signal: AbortSignal): Promise<CountedBlocks | undefined> {
    const db = this.#db;
    const counted = history.countedTo ?? head;
    if (counted >= head) return undefined;
    const blocks = await listBlocksToCount(db, counted + 1, { limit: BLOCKS, transactions: TRANSACTIONS });
    const first = blocks[0];
    const last = blocks.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const end = await findChainEnd(db, counted);
    await this.#active.resume(db, counted);
    const isPartial = history.older !== "none";
    const projection = new EvmProjection({
      addresses: this.#addresses,
      active: this.#active,
      epoch: await findFirstEpoch(db),
      members: new Set(),
      end,
      askBalance: this.#questions.balances(signal),
      counts: true,
      isPartial,
    });
    const ids = blocks.flatMap(({ transfers, wraps }) => [
      ...transfers.flatMap(({ token_id, from_id, to_id }) => [token_id, from_id, to_id]),
      ...wraps.flatMap(({ token_id, holder_id }) => [token_id, holder_id]),
    ]);
    const addresses = await findAddressBytes(db, ids);
    const tokens = new Set(blocks.flatMap(({ transfers, wraps }) => [...transfers, ...wraps]).map(tokenOf));
    for (const row of await findContracts(db, [...tokens])) projection.addKnownContract(row);
    const superfluous: CoinWrapTable[] = [];
    for (const block of blocks) superfluous.push(...countBlock(projection, block, addresses));
    const batch = await projection.finish(db);
    const from = first.block.height;
    const to = last.block.height;
    const total = (end?.tx_total ?? 0) + first.block.tx_count;
    const next = { ...history, countedTo: to < head ? to : undefined };
    return {
      history: next,
      write: async (trx) => {
        await writeEvmBatch(trx, batch);
        await addToTotals(trx, { from, to }, total - first.block.tx_total);
        // While older blocks are missing, they may still show that a wrap counts.
        if (!isPartial) await deleteWraps(trx, superfluous);
        await writeHistory(trx, next);
      },
    };
  }
}

function tokenOf({ token_id }: { token_id: number }): number {
  return token_id;
}

/** @returns wraps that a transfer of the same transaction says already */
function countBlock(
  projection: EvmProjection,
  { block, transactions, creators, transfers, wraps }: BlockToCount,
  addresses: ReadonlyMap<number, Uint8Array>,
): CoinWrapTable[] {
  const { stats } = projection;
  const side = (id: number) => {
    const address = addresses.get(id);
    if (address) return { id, address };
    throw new StoreError(
      "STORE_DAMAGED",
      `address ${id}, which block ${block.height} names, is not in the store`,
      {
        hint: "run `firn verify`, then `firn reset` to index the chain again",
      },
    );
  };
  projection.height = block.height;
  stats.begin(countedBlock(block, transactions));
  for (const { from_id, to_id, created_id, status } of transactions) {
    stats.record(from_id, to_id);
    if (created_id !== null && status === 1) stats.countContract(from_id);
  }
  for (const { from_id } of creators) stats.countContract(from_id);
  for (const { position, token_id, form, from_id, to_id, token_number, value } of transfers) {
    countMovement(projection, {
      tokenId: token_id,
      contract: side(token_id).address,
      position,
      form: TRANSFER_FORMS[form] ?? "erc20",
      from: side(from_id),
      to: side(to_id),
      number: token_number ?? undefined,
      amount: amountOf(value),
    });
  }
  const superfluous: CoinWrapTable[] = [];
  for (const wrap of wraps) {
    const { position, token_id, holder_id, wrapped, value } = wrap;
    if (!projection.wrapsCoin(token_id)) {
      const isMatched = transfers.some(
        (transfer) =>
          transfer.position === position &&
          transfer.token_id === token_id &&
          amountOf(transfer.value) > 0n &&
          isZeroAddress(side(wrapped ? transfer.from_id : transfer.to_id).address),
      );
      if (isMatched) {
        superfluous.push(wrap);
        continue;
      }
      projection.trustWraps(token_id);
    }
    countWrap(projection, {
      tokenId: token_id,
      contract: side(token_id).address,
      holder: side(holder_id).address,
      holderId: holder_id,
      isDeposit: wrapped,
      amount: amountOf(value),
    });
  }
  return superfluous;
}
