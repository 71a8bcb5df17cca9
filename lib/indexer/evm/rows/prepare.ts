import type { EvmCall } from "../../../client/evm-json";
import { newContractQuestion } from "../../../store/bookkeeping/contract-questions";
import type { EvmHistory } from "../../../store/bookkeeping/history";
import { findContractQuestions, findContracts } from "../../../store/queries/evm/by-key";
import { EPOCH_ITEMS } from "../../../store/queries/evm/epochs";
import { findChainEnd } from "../../../store/queries/evm/figures";
import { positionOf, TOKEN_STANDARDS } from "../../../store/rows/columns";
import type { EvmStore } from "../../../store/stores";
import type { EpochTable } from "../../../store/tables/evm/chain";
import type { ContractTable } from "../../../store/tables/evm/tokens";
import type { Dictionary } from "../../rows/dictionary";
import type { FirstQuestions } from "../facts/first-questions";
import { afterProbe } from "../facts/probe";
import type { ExecutedBlock, ExecutedEvent } from "../feed/block";
import { ActiveAddresses } from "../stats/active-addresses";
import { EvmProjection, unknownContract } from "./projection";

interface BeginOptions {
  store: EvmStore;
  questions: FirstQuestions;
  addresses: Dictionary;
  /** Like the dictionary, to be loaded again after rows that were not committed. */
  active: ActiveAddresses;
  epoch: EpochTable;
  /** Addresses known to have items in the epoch. To be loaded again likewise. */
  members: Set<number>;
  history: EvmHistory;
  signal: AbortSignal;
}

/** Starts the rows of one commit. `height` is the first block's. */
export async function beginProjection(
  height: number,
  { store, questions, addresses, active, epoch, members, history, signal }: BeginOptions,
): Promise<EvmProjection> {
  addresses.trim();
  const counts = history.countedTo === undefined;
  if (counts) await active.resume(store.db);
  const filling = epochFor(height, epoch);
  if (filling.epoch !== epoch.epoch) members.clear();
  return new EvmProjection({
    addresses,
    active,
    epoch: filling,
    members,
    end: await findChainEnd(store.db),
    askBalance: questions.balances(signal),
    counts,
    isPartial: !counts || history.older !== "none",
  });
}

interface BeginOlderOptions
  extends Pick<BeginOptions, "questions" | "addresses" | "epoch" | "members" | "signal"> {
  /** Of the block before. */
  txTotal: number;
}

/** Starts the rows of blocks that come before all stored ones. Figures count them later. */
export function beginOlder({
  questions,
  signal,
  txTotal,
  addresses,
  epoch,
  members,
}: BeginOlderOptions): EvmProjection {
  addresses.trim();
  const projection = new EvmProjection({
    addresses,
    epoch,
    members,
    active: new ActiveAddresses(),
    end: undefined,
    askBalance: questions.balances(signal),
    counts: false,
    isPartial: true,
  });
  projection.txTotal = txTotal;
  return projection;
}

/** The epoch of blocks before a stored one, down to `height`. Epochs below 0 are filled downwards. */
export function epochBelow(height: number, lowest: EpochTable): EpochTable {
  const first_position = positionOf(height, 0);
  if (lowest.epoch < 0 && lowest.items < EPOCH_ITEMS) return { ...lowest, first_position };
  return { epoch: Math.min(lowest.epoch, 0) - 1, items: 0, first_position };
}

/** The epoch of blocks from this height on. All items of a block are in one epoch. */
function epochFor(height: number, epoch: EpochTable): EpochTable {
  if (epoch.items < EPOCH_ITEMS) return epoch;
  return { epoch: epoch.epoch + 1, items: 0, first_position: positionOf(height, 0) };
}

interface PrepareOptions extends Pick<BeginOptions, "store" | "questions" | "addresses" | "signal"> {
  /** Unix ms. */
  nowMs: number;
}

/**
 * Loads what the store has on the blocks' addresses and contracts, and asks new contracts what they are. What the node
 * cannot answer is left to `late-facts.ts`. After this the projection can take these blocks.
 * @returns false once the signal is aborted
 */
export async function prepare(
  projection: EvmProjection,
  blocks: readonly ExecutedBlock[],
  { store, addresses, signal, questions, nowMs }: PrepareOptions,
): Promise<boolean> {
  const found = new BlockAddresses();
  for (const block of blocks) found.addBlock(block);
  await addresses.prepare(found.addresses);
  const senders = blocks.flatMap(({ transactions }) => transactions.map(({ from }) => from));
  await projection.signers.load(
    store.db,
    senders.map((sender) => projection.addressId(sender)),
  );
  const contracts = contractsById(found, (address) => projection.addressId(address));
  const notLoaded = [...contracts.keys()].filter((id) => projection.contract(id) === undefined);
  for (const row of await findContracts(store.db, notLoaded)) projection.addKnownContract(row);
  for (const row of await findContractQuestions(store.db, notLoaded)) projection.addKnownQuestion(row);
  const unknown = [...contracts].filter(([id, { standard }]) => isUnknown(projection.contract(id), standard));
  const least = blocks.at(-1)?.height ?? 0;
  const probes = await questions.probe(
    unknown.map(([, { address }]) => address),
    { least, signal },
  );
  if (signal.aborted) return false;
  for (const [i, [id, { standard }]] of unknown.entries()) {
    const known = projection.contract(id) ?? unknownContract(id);
    const question = projection.question(id);
    const probed = probes[i];
    projection.updateContract(
      probed === undefined
        ? { contract: { ...known, standard }, question: question ?? newContractQuestion(id) }
        : afterProbe(known, question, { probed, seen: standard, nowMs }),
    );
  }
  return true;
}

/** A contract without token events may become a token later, for example when a proxy is set up. */
function isUnknown(known: ContractTable | undefined, standard: number): boolean {
  return known === undefined || (known.standard === 0 && standard !== 0);
}

/** All addresses in the blocks, and their contracts: those created and those that write token events. */
class BlockAddresses {
  readonly addresses = new Set<Uint8Array>();
  /** What each contract's events suggest that it is. */
  readonly standards = new Map<Uint8Array, number>();

  addBlock({ transactions, traces }: ExecutedBlock): void {
    for (const { from, to, created, succeeded, events } of transactions) {
      this.#add(from, to, created);
      if (created && succeeded) this.#addContract(created, 0);
      for (const event of events) this.#addEvent(event);
    }
    for (const trace of traces ?? []) this.#addCall(trace, false);
  }

  #addEvent({ contract, transfers, wrap, update, approval }: ExecutedEvent): void {
    for (const { form, from, to } of transfers) {
      this.#add(from, to);
      this.#addContract(contract, STANDARD_OF[form]);
    }
    if (update) this.#add(contract);
    if (approval) this.#add(contract, approval.owner, approval.spender);
    if (wrap) {
      this.#add(wrap.holder);
      this.#addContract(contract, 0);
    }
  }

  #addCall({ type, from, to, error, calls }: EvmCall, isUndone: boolean): void {
    const reverted = isUndone || error !== undefined;
    this.#add(from, to);
    if (to && type.startsWith("CREATE") && !reverted) this.#addContract(to, 0);
    for (const inner of calls) this.#addCall(inner, reverted);
  }

  #add(...addresses: readonly (Uint8Array | undefined)[]): void {
    for (const address of addresses) if (address) this.addresses.add(address);
  }

  #addContract(address: Uint8Array, standard: number): void {
    this.addresses.add(address);
    this.standards.set(address, Math.max(this.standards.get(address) ?? 0, standard));
  }
}

/** Contracts by number: the same address may be several objects if it was read in several batches. */
function contractsById(
  { standards }: BlockAddresses,
  idOf: (address: Uint8Array) => number,
): Map<number, { address: Uint8Array; standard: number }> {
  const contracts = new Map<number, { address: Uint8Array; standard: number }>();
  for (const [address, standard] of standards) {
    const id = idOf(address);
    contracts.set(id, { address, standard: Math.max(contracts.get(id)?.standard ?? 0, standard) });
  }
  return contracts;
}

const STANDARD_OF = {
  erc20: TOKEN_STANDARDS.indexOf("ERC-20"),
  erc721: TOKEN_STANDARDS.indexOf("ERC-721"),
  erc1155: TOKEN_STANDARDS.indexOf("ERC-1155"),
  unlabelled: TOKEN_STANDARDS.indexOf("UNKNOWN"),
} as const;
