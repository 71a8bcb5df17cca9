import { DataError } from "../../errors";
import { formatId } from "../ids";
import type { LedgerChange, LedgerEffect } from "./effects";
import type { NetworkRules } from "./rules";
import type { LedgerState } from "./state";

/** Context of applying one block: the ledger, the rules, and the effects so far. */
export interface LedgerDraft {
  readonly state: LedgerState;
  readonly rules: NetworkRules;
  readonly effects: LedgerEffect[];
  /** The transaction being applied. */
  by?: Uint8Array;
}

/** Adds an effect of the block, caused by the transaction being applied. */
export function note(ledger: LedgerDraft, change: LedgerChange): void {
  ledger.effects.push(ledger.by === undefined ? change : { by: ledger.by, ...change });
}

/** The error for a block that contradicts the ledger. Names the transaction being applied. */
export function mismatch(ledger: LedgerDraft, what: string): DataError {
  const { height } = ledger.state.chain();
  const where = ledger.by === undefined ? "" : ` in transaction ${formatId(ledger.by)}`;
  return new DataError("LEDGER_MISMATCH", `after P-Chain block ${height}${where}: ${what}`, {
    hint: "check that FIRN_GENESIS is this network's genesis, then run firn reset",
  });
}
