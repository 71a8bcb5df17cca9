import type { PGenesis } from "../../avalanche/genesis/genesis";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { applyBlock } from "../../avalanche/ledger/apply";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import { MemoryState, type RecordChange } from "../../avalanche/ledger/memory-state";
import type { Tables } from "../../avalanche/ledger/records";
import type { NetworkRules } from "../../avalanche/ledger/rules";
import { startLedger } from "../../avalanche/ledger/start";
import type { PBlock } from "../../avalanche/p/block";
import type { LedgerChange } from "../../store/bookkeeping/ledger-record";
import type { LedgerRecordTable } from "../../store/tables/bookkeeping";

/** Facts about a block that its bytes lack. */
export interface LedgerFacts {
  effects: LedgerEffect[];
  /** After the block: chain time in unix seconds, and amounts in nAVAX. */
  time: number;
  supply: bigint | null;
  activeL1Validators: number;
  l1AccruedFees: bigint;
}

/**
 * The ledger of the P-Chain, kept beside the rows. After a throw, or when a batch was not committed, it is ahead of the
 * store: load it again.
 */
export class Ledger {
  readonly #state: MemoryState;
  readonly #rules: NetworkRules;

  constructor(state: MemoryState, rules: NetworkRules) {
    this.#state = state;
    this.#rules = rules;
  }

  /** The ledger at block 0, and the effects that led to it. */
  static start(genesis: PGenesis, rules: NetworkRules): { ledger: Ledger; effects: LedgerEffect[] } {
    const { state, effects } = startLedger(genesis, rules);
    return { ledger: new Ledger(state, rules), effects };
  }

  /** The ledger as stored. */
  static load(records: readonly LedgerRecordTable[], rules: NetworkRules): Ledger {
    const rows = records.map(({ kind, text }) => ({ table: kind as keyof Tables, text }));
    return new Ledger(MemoryState.load(rows), rules);
  }

  /** @throws DataError LEDGER_MISMATCH when the block contradicts the ledger */
  apply(block: PBlock): LedgerFacts {
    const effects = applyBlock(this.#state, block, this.#rules);
    const { time, validatorFee } = this.#state.chain();
    return {
      effects,
      time: Number(time),
      supply: this.#state.subnet(PRIMARY_NETWORK_ID)?.supply ?? null,
      activeL1Validators: this.#state.activeL1Validators(),
      l1AccruedFees: validatorFee.accrued,
    };
  }

  /** The records changed by the blocks applied since the last call. */
  takeChanges(): LedgerChange[] {
    return this.#state.takeChanges().map(toChange);
  }
}

function toChange({ table, key, text }: RecordChange): LedgerChange {
  return text === undefined ? { kind: table, key } : { kind: table, key, text };
}
