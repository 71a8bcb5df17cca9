import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { type BlockchainEffect, type Effect, effectsOfKind, says } from "../../avalanche/effects";
import type { PGenesis } from "../../avalanche/genesis/genesis";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { applyBlock } from "../../avalanche/ledger/apply";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import type { MemoryState } from "../../avalanche/ledger/memory-state";
import type { NetworkRules } from "../../avalanche/ledger/rules";
import { startLedger } from "../../avalanche/ledger/start";
import { decisionOf, type PBlock } from "../../avalanche/p/block";
import { effectsOf, type PTx } from "../../avalanche/p/txs";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { type AtomicMemory, type ChainUtxos, moveUtxos } from "./atomic-memory";
import { UtxoSet } from "./utxo-set";
import { ValidatorSets } from "./validator-sets";

/** A transaction that a block decided on. An aborted one is the proposal of a reward that is not paid. */
export interface DecidedTx {
  tx: PTx;
  status: "Committed" | "Aborted";
}

export interface Blockchain extends Pick<BlockchainEffect, "subnetId" | "name" | "vmId"> {
  blockchainId: Uint8Array;
}

/**
 * The P-Chain's state from genesis on, block by block: stakers, supply, L1s and fees as `lib/avalanche/ledger` computes
 * them, and what else a node remembers.
 */
export class PLedger {
  readonly state: MemoryState;
  readonly utxos = new UtxoSet();
  readonly sets = new ValidatorSets();
  readonly avaxAssetId: Uint8Array;
  readonly #rules: NetworkRules;
  readonly #chainUtxos: ChainUtxos;
  readonly #txs = new Map<string, DecidedTx>();
  readonly #subnetIds: Uint8Array[] = [];
  readonly #transformations = new Map<string, PTx>();
  readonly #blockchains: Blockchain[] = [];
  readonly #rewards = new Map<string, Utxo[]>();
  #proposal: PTx | undefined;

  constructor(genesis: PGenesis, rules: NetworkRules, memory: AtomicMemory) {
    const { state, effects } = startLedger(genesis, rules);
    this.state = state;
    this.avaxAssetId = genesis.avaxAssetId;
    this.#rules = rules;
    this.#chainUtxos = { blockchainId: PRIMARY_NETWORK_ID, utxos: this.utxos, memory };
    for (const utxo of genesis.utxos) this.utxos.add(utxo);
    for (const tx of [...genesis.validators, ...genesis.chains]) this.#enter(tx, "Committed");
    this.sets.note(state, effects);
  }

  /** @throws DataError for a block that contradicts the state, which is unusable from then on */
  apply(block: PBlock): void {
    const effects = applyBlock(this.state, block, this.#rules);
    if (this.#proposal !== undefined) {
      this.#enter(this.#proposal, decisionOf(block.blockType) === "commit" ? "Committed" : "Aborted");
    }
    for (const tx of block.txs) this.#enter(tx, "Committed");
    this.#proposal = block.proposalTx;
    for (const effect of effects) this.#addUtxo(effect);
    this.sets.note(this.state, effects);
  }

  /** A decided transaction, also one of genesis. */
  tx(txId: Uint8Array): DecidedTx | undefined {
    return this.#txs.get(toHex(txId));
  }

  /** Whether the last block proposes the transaction, so that the next one decides on it. */
  proposes(txId: Uint8Array): boolean {
    return this.#proposal !== undefined && equalBytes(this.#proposal.txId, txId);
  }

  /** All but the primary network, newest first. */
  subnetIds(): readonly Uint8Array[] {
    return this.#subnetIds;
  }

  /** The transaction that opened a subnet to stakers of its own asset. */
  transformation(subnetId: Uint8Array): PTx | undefined {
    return this.#transformations.get(toHex(subnetId));
  }

  /** A subnet's blockchains, newest first. For the primary network: all but the P-Chain itself. */
  blockchains(subnetId: Uint8Array): Blockchain[] {
    return this.#blockchains.filter((each) => equalBytes(each.subnetId, subnetId));
  }

  blockchain(blockchainId: Uint8Array): Blockchain | undefined {
    return this.#blockchains.find((each) => equalBytes(each.blockchainId, blockchainId));
  }

  /** Rewards paid under a transaction's id: of a staker, or of one cycle of an auto-renewed one. */
  rewards(txId: Uint8Array): readonly Utxo[] {
    return this.#rewards.get(toHex(txId)) ?? [];
  }

  /** A proposal's own moves happen either way. If it is aborted, the ledger returns what would have been staked. */
  #enter(tx: PTx, status: DecidedTx["status"]): void {
    this.#txs.set(toHex(tx.txId), { tx, status });
    const effects = effectsOf(tx);
    moveUtxos(this.#chainUtxos, tx.txId, effects);
    for (const effect of effects) this.#create(tx, effect);
    for (const { subnetId } of effectsOfKind(effects, "subnet.transformed"))
      this.#transformations.set(toHex(subnetId), tx);
  }

  #create(tx: PTx, effect: Effect): void {
    if (says(effect, "creates", "subnet")) this.#subnetIds.unshift(tx.txId);
    if (!says(effect, "creates", "blockchain")) return;
    const { subnetId, name, vmId } = effect;
    this.#blockchains.unshift({ blockchainId: tx.txId, subnetId, name, vmId });
  }

  #addUtxo(effect: LedgerEffect): void {
    if (!("output" in effect)) return;
    const { txId, outputIndex, output } = effect;
    this.utxos.add({ txId, outputIndex, output });
    if (effect.kind !== "utxo.rewarded") return;
    const key = toHex(txId);
    this.#rewards.set(key, [...(this.#rewards.get(key) ?? []), { txId, outputIndex, output }]);
  }
}
