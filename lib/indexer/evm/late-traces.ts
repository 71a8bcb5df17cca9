import type { EvmCall } from "../../client/evm-json";
import { describeError, FirnError } from "../../errors";
import { every } from "../../every";
import { newContractQuestion } from "../../store/bookkeeping/contract-questions";
import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import {
  type HeightRange,
  rangesFact,
  rangesOf,
  withoutRange,
  withRange,
} from "../../store/bookkeeping/height-ranges";
import { type EvmHistory, readHistory } from "../../store/bookkeeping/history";
import { asHolder } from "../../store/bookkeeping/lease";
import type { EvmDb } from "../../store/db";
import { findContracts } from "../../store/queries/evm/by-key";
import { findEpochOf } from "../../store/queries/evm/epochs";
import {
  addContractsMade,
  addDeployers,
  type BlockToTrace,
  listBlocksToTrace,
} from "../../store/queries/evm/late";
import { positionOf } from "../../store/rows/columns";
import { type EvmBatch, newEvmBatch, writeEvmBatch } from "../../store/rows/evm-batch";
import type { ContractTable } from "../../store/tables/evm/tokens";
import { askUntilAnswered } from "../follow/read";
import type { Dictionary } from "../rows/dictionary";
import { readTraces } from "./capabilities";
import { fillFailures } from "./late-failures";
import type { LateTracesOptions } from "./late-traces-options";
import { type Creation, countDeployers } from "./rows/deployers";
import { type CallSink, projectCalls } from "./rows/project";
import { unknownContract } from "./rows/projection";
import { SECONDS_PER_HOUR } from "./stats/active-addresses";
import { refOf, type TracedBlock, tracedBlock } from "./traced-block";

/** Blocks traced and stored together. */
const MOST_BLOCKS = 64;
/** How long to wait before asking again for traces that the node refused. It may have been given its old states since. */
const RETRY_MS = 3_600_000;

/**
 * Adds traces to blocks that were stored without, because the node had no debug API or was too slow. The newest come
 * first: a node that prunes refuses everything below some height.
 */
export async function fillTraces(options: LateTracesOptions): Promise<void> {
  const { signal, log } = options;
  const fill = async () => {
    try {
      await fillOnce(options);
      await fillFailures(options);
    } catch (error) {
      if (!(error instanceof FirnError)) throw error;
      if (!signal.aborted) log.warn(`the traces of older blocks could not be added: ${describeError(error)}`);
    }
  };
  await every(RETRY_MS, fill, options);
}

async function fillOnce(options: LateTracesOptions): Promise<void> {
  const { store, client, signal } = options;
  for (let below = Number.POSITIVE_INFINITY; !signal.aborted; ) {
    const range = rangesOf(await readEvmFacts(store.db), "untraced").findLast(({ from }) => from < below);
    if (range === undefined) return;
    const to = Math.min(range.to, below - 1);
    const blocks = await listBlocksToTrace(store.db, { from: range.from, to }, MOST_BLOCKS);
    const first = blocks.at(-1);
    const from = blocks.length < MOST_BLOCKS || first === undefined ? range.from : first.height;
    const ask = () => readTraces(client, blocks.map(refOf), signal);
    const answers = await askUntilAnswered(ask, options);
    if (answers === undefined) return;
    const traced: TracedBlock[] = [];
    for (const [i, block] of blocks.entries())
      traced.push(...(await tracedBlock(options, block, answers[i])));
    if (traced.length === 0 && blocks.length > 0) {
      // A node that prunes will refuse the rest of this range too. Other ranges may fail for other reasons.
      below = range.from;
      continue;
    }
    const untraced = blocks.filter((block) => traced.every(({ height }) => height !== block.height));
    await options.alone((addresses) => storeTraces(options, addresses, { traced, untraced, from, to }));
    below = from;
  }
}

/** A range of heights, with those of its blocks that are traced now. */
interface TracedRange extends HeightRange {
  traced: TracedBlock[];
  untraced: BlockToTrace[];
}

async function storeTraces(
  options: LateTracesOptions,
  addresses: Dictionary,
  { traced, untraced, from, to }: TracedRange,
): Promise<void> {
  const { store, claim } = options;
  const seen = new SeenCalls(traced);
  addresses.trim();
  await addresses.prepare(seen.addresses);
  const rows = new LateRows(addresses, await readHistory(store.db));
  const ids = seen.created.map((address) => rows.addressId(address));
  for (const row of await findContracts(store.db, ids)) rows.contracts.set(row.address_id, row);
  for (const block of traced.toReversed()) {
    await rows.begin(store.db, block);
    for (const [i, { position, sender, hasCalls, hasEnds }] of block.transactions.entries()) {
      const trace = block.calls[i];
      // Either all calls of a transaction are stored, or all but SELFDESTRUCT, which older versions left out.
      if (trace && !hasEnds) projectCalls(rows, { position, sender, trace, selfdestructsOnly: hasCalls });
    }
  }
  const deployers = await countDeployers(store.db, rows.creations);
  rows.batch.deployer.pushAll(deployers.rows);
  rows.batch.deployer_day.pushAll(deployers.dayRows);
  await asHolder(store.db, claim, async (trx) => {
    await writeEvmBatch(trx, rows.finish());
    for (const [hour, contracts] of rows.createdByHour) await addContractsMade(trx, hour, contracts);
    for (const [day, count] of deployers.days) await addDeployers(trx, day, count);
    let left = withoutRange(rangesOf(await readEvmFacts(trx), "untraced"), { from, to });
    for (const { height } of untraced) left = withRange(left, { from: height, to: height });
    await writeEvmFacts(trx, rangesFact("untraced", left));
  });
}

/** Every address in some calls, and the contracts that they create. */
class SeenCalls {
  readonly addresses: Uint8Array[] = [];
  readonly created: Uint8Array[] = [];

  constructor(blocks: readonly TracedBlock[]) {
    for (const { calls, transactions } of blocks) {
      for (const call of calls) this.#add(call, false);
      for (const { sender } of transactions) this.addresses.push(sender);
    }
  }

  #add({ type, from, to, error, calls }: EvmCall, isReverted: boolean): void {
    const reverted = isReverted || error !== undefined;
    this.addresses.push(from, ...(to ? [to] : []));
    if (to && type.startsWith("CREATE") && !reverted) this.created.push(to);
    for (const inner of calls) this.#add(inner, reverted);
  }
}

/** Rows of the calls inside stored transactions. */
class LateRows implements CallSink {
  readonly batch: EvmBatch = newEvmBatch();
  /** Rows of the created contracts, stored or new. */
  readonly contracts = new Map<number, ContractTable>();
  /** Created contracts by unix hour. */
  readonly createdByHour = new Map<number, number>();
  readonly creations: Creation[] = [];
  readonly #addresses: Dictionary;
  readonly #members = new Set<string>();
  readonly #changed = new Set<number>();
  readonly #history: EvmHistory | undefined;
  #epoch = 0;
  #time = 0;
  #isCounted = true;

  constructor(addresses: Dictionary, history: EvmHistory | undefined) {
    this.#addresses = addresses;
    this.#history = history;
  }

  /** Sets the block of what is added from here on. */
  async begin(db: EvmDb, { height, time }: BlockToTrace): Promise<void> {
    const { countedFrom = 0, countedTo = Number.POSITIVE_INFINITY } = this.#history ?? {};
    this.#epoch = await findEpochOf(db, positionOf(height, 0));
    this.#time = time;
    this.#isCounted = height >= countedFrom && height <= countedTo;
  }

  addressId(address: Uint8Array): number {
    return this.#addresses.idOf(address, (entry) => this.batch.address.push(entry));
  }

  addActivity(addressId: number, kind: number, position: number, item: number): void {
    this.batch.address_activity.push({ epoch: this.#epoch, address_id: addressId, kind, position, item });
    const member = `${addressId}/${this.#epoch}`;
    if (this.#members.has(member)) return;
    this.#members.add(member);
    this.batch.address_epoch.push({ address_id: addressId, epoch: this.#epoch });
  }

  addContract(addressId: number, creation: Parameters<CallSink["addContract"]>[1]): void {
    const stored = this.contracts.get(addressId);
    // `late-facts.ts` asks the contract what it is.
    if (stored === undefined) this.batch.contract_question.push(newContractQuestion(addressId));
    const known = stored ?? unknownContract(addressId);
    // A contract that ended itself and was created again later keeps its later creation.
    const isLater =
      known.created_position !== null && known.created_position > (creation.created_position ?? 0);
    if (!isLater) this.contracts.set(addressId, { ...known, ...creation });
    this.#changed.add(addressId);
    // Blocks that figures do not count yet are counted with what is stored of them then.
    if (!this.#isCounted) return;
    const hour = Math.floor(this.#time / SECONDS_PER_HOUR);
    this.createdByHour.set(hour, (this.createdByHour.get(hour) ?? 0) + 1);
    const deployer = creation.creator_id ?? creation.deployer_id ?? addressId;
    this.creations.push({ deployer, time: this.#time });
  }

  finish(): EvmBatch {
    this.batch.contract.pushAll([...this.#changed].flatMap((id) => this.contracts.get(id) ?? []));
    return this.batch;
  }
}
