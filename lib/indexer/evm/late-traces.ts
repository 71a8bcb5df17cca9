import type { EvmClient } from "../../client/evm";
import type { EvmCall } from "../../client/evm-json";
import { describeError, FirnError } from "../../errors";
import type { Log } from "../../log";
import { positionOf } from "../../store/columns";
import { type EvmBatch, newEvmBatch, writeEvmBatch } from "../../store/evm-batch";
import { readEvmFacts, writeEvmFacts } from "../../store/evm-facts";
import { type Claim, renewLease } from "../../store/lease";
import type { EvmStore } from "../../store/open-evm";
import { findContracts } from "../../store/queries/evm/by-key";
import {
  addContractsMade,
  addDeployers,
  type BlockToTrace,
  findEpochOf,
  listBlocksToTrace,
} from "../../store/queries/evm/late";
import type { ContractTable } from "../../store/tables/evm/contract";
import {
  type HeightRange,
  untracedFact,
  untracedRanges,
  withoutRange,
  withRange,
} from "../../store/untraced";
import type { Dictionary } from "../dictionary";
import { askUntilAnswered, type ReaderOptions } from "../read";
import { SECONDS_PER_HOUR } from "./active-addresses";
import { readTraces, type TraceAnswer } from "./capabilities";
import { countDeployers, type Making } from "./deployers";
import { probeContract } from "./probe";
import { type CallSink, projectCalls } from "./project";
import { unknownContract } from "./projection";

export interface LateTracesOptions {
  store: EvmStore;
  claim: Claim;
  client: Pick<EvmClient, "getTraces" | "callContract">;
  /** Runs `work` while nobody else gives out numbers of the dictionary. */
  alone: <T>(work: (addresses: Dictionary) => Promise<T>) => Promise<T>;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  signal: AbortSignal;
  log: Log;
}

/** Blocks traced together, and stored together. */
const MOST_BLOCKS = 64;
/** What the node refused is asked for again after this long: somebody may have given it its old state. */
const AGAIN_MS = 3_600_000;
const SAID_BY_THE_FOLLOWER = { observe: () => {}, onTrouble: () => {} };

/**
 * Gives blocks their traces that were stored without: the node had no debug API then, or was too slow. The newest come
 * first, so that a node which keeps no old state is left where it begins to refuse.
 */
export async function fillTraces(options: LateTracesOptions): Promise<void> {
  const { sleep, signal, log } = options;
  while (!signal.aborted) {
    try {
      await fillOnce(options);
    } catch (error) {
      if (!(error instanceof FirnError)) throw error;
      if (!signal.aborted) log.warn(`older blocks could not be given their traces: ${describeError(error)}`);
    }
    await sleep(AGAIN_MS, signal);
  }
}

async function fillOnce(options: LateTracesOptions): Promise<void> {
  const { store, client, signal } = options;
  for (let below = Number.POSITIVE_INFINITY; !signal.aborted; ) {
    const range = untracedRanges(await readEvmFacts(store.db)).findLast(({ from }) => from < below);
    if (range === undefined) return;
    const to = Math.min(range.to, below - 1);
    const blocks = await listBlocksToTrace(store.db, { from: range.from, to }, MOST_BLOCKS);
    const first = blocks.at(-1);
    const from = blocks.length < MOST_BLOCKS || first === undefined ? range.from : first.height;
    const ask = () => readTraces(client, blocks.map(refOf), signal);
    const answers = await askUntilAnswered(ask, { ...options, ...SAID_BY_THE_FOLLOWER });
    if (answers === undefined) return;
    const traced = blocks.flatMap((block, i) => tracedBlock(block, answers[i]));
    if (traced.length === 0 && blocks.length > 0) {
      // A node that prunes refuses the others of the range too; another range may lack them for another reason.
      below = range.from;
      continue;
    }
    const untraced = blocks.filter((block) => traced.every(({ height }) => height !== block.height));
    await options.alone((addresses) => storeTraces(options, addresses, { traced, untraced, from, to }));
    below = from;
  }
}

interface TracedBlock extends BlockToTrace {
  calls: EvmCall[];
}

function refOf({ height, transactions }: BlockToTrace) {
  return { height, txHashes: transactions.map(({ hash }) => hash) };
}

function tracedBlock(block: BlockToTrace, answer: TraceAnswer | undefined): TracedBlock[] {
  if (answer === undefined || "refused" in answer) return [];
  return answer.calls.length === block.transactions.length ? [{ ...block, calls: answer.calls }] : [];
}

/** Part of a chain, with what of it is traced now. */
interface Part extends HeightRange {
  traced: TracedBlock[];
  untraced: BlockToTrace[];
}

async function storeTraces(
  options: LateTracesOptions,
  addresses: Dictionary,
  { traced, untraced, from, to }: Part,
): Promise<void> {
  const { store, claim, client, now, signal } = options;
  const seen = new SeenCalls(traced);
  addresses.trim();
  await addresses.prepare(seen.addresses);
  const rows = new LateRows(addresses);
  const ids = new Map(seen.created.map((address) => [rows.addressId(address), address]));
  for (const row of await findContracts(store.db, [...ids.keys()])) rows.contracts.set(row.address_id, row);
  for (const [id, address] of ids) {
    if (rows.contracts.has(id)) continue;
    const ask = () => probeContract(client, address, { seen: 0, signal });
    const facts = await askUntilAnswered(ask, { ...options, ...SAID_BY_THE_FOLLOWER });
    if (facts === undefined) return;
    rows.contracts.set(id, { ...unknownContract(id), ...facts });
  }
  for (const block of traced.toReversed()) {
    await rows.begin(store.db, block);
    for (const [i, { position, sender, isTraced }] of block.transactions.entries()) {
      const trace = block.calls[i];
      if (trace && !isTraced) projectCalls(rows, { position, sender, trace });
    }
  }
  const deployers = await countDeployers(store.db, rows.makings);
  rows.batch.deployer.pushAll(deployers.rows);
  rows.batch.deployer_day.pushAll(deployers.dayRows);
  await store.db.transaction().execute(async (trx) => {
    await renewLease(trx as unknown as EvmStore["books"], { ...claim, nowMs: now() });
    await writeEvmBatch(trx, rows.finish());
    for (const [hour, contracts] of rows.made) await addContractsMade(trx, hour, contracts);
    for (const [day, count] of deployers.days) await addDeployers(trx, day, count);
    let left = withoutRange(untracedRanges(await readEvmFacts(trx)), { from, to });
    for (const { height } of untraced) left = withRange(left, { from: height, to: height });
    await writeEvmFacts(trx, untracedFact(left));
  });
}

/** Every address that calls name, and the contracts they make. */
class SeenCalls {
  readonly addresses: Uint8Array[] = [];
  readonly created: Uint8Array[] = [];

  constructor(blocks: readonly TracedBlock[]) {
    for (const { calls, transactions } of blocks) {
      for (const call of calls) this.#add(call, false);
      for (const { sender } of transactions) this.addresses.push(sender);
    }
  }

  #add({ type, from, to, error, calls }: EvmCall, undone: boolean): void {
    const reverted = undone || error !== undefined;
    this.addresses.push(from, ...(to ? [to] : []));
    if (to && type.startsWith("CREATE") && !reverted) this.created.push(to);
    for (const inner of calls) this.#add(inner, reverted);
  }
}

/** Rows of calls inside transactions that are stored already. */
class LateRows implements CallSink {
  readonly batch: EvmBatch = newEvmBatch();
  /** Of what calls make, as known. */
  readonly contracts = new Map<number, ContractTable>();
  /** Contracts by the hour (unix hours) in which they were made. */
  readonly made = new Map<number, number>();
  readonly makings: Making[] = [];
  readonly #addresses: Dictionary;
  readonly #members = new Set<string>();
  readonly #changed = new Set<number>();
  #epoch = 0;
  #time = 0;

  constructor(addresses: Dictionary) {
    this.#addresses = addresses;
  }

  /** What is added after this happened in `block`. */
  async begin(db: EvmStore["db"], { height, time }: BlockToTrace): Promise<void> {
    this.#epoch = await findEpochOf(db, positionOf(height, 0));
    this.#time = time;
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
    const known = this.contracts.get(addressId) ?? unknownContract(addressId);
    // One that ended itself and was made again later stays what it became.
    const isLater =
      known.created_position !== null && known.created_position > (creation.created_position ?? 0);
    if (!isLater) this.contracts.set(addressId, { ...known, ...creation });
    this.#changed.add(addressId);
    const hour = Math.floor(this.#time / SECONDS_PER_HOUR);
    this.made.set(hour, (this.made.get(hour) ?? 0) + 1);
    const deployer = creation.creator_id ?? creation.deployer_id ?? addressId;
    this.makings.push({ deployer, time: this.#time });
  }

  finish(): EvmBatch {
    this.batch.contract.pushAll([...this.#changed].flatMap((id) => this.contracts.get(id) ?? []));
    return this.batch;
  }
}
