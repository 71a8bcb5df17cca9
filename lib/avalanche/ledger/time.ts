import { type LedgerDraft, mismatch, note } from "./draft";
import { advanceGas } from "./gas";
import { chargeValidators } from "./l1-validator";
import { expirePermissioned, startPending } from "./staker";

/**
 * Advances chain time to `to`. Stakers whose start has come begin, and permissioned ones whose end has come leave. From
 * Etna on, gas capacity refills and L1 validators pay for the elapsed time. A block never goes beyond the next such
 * change, so all of them happen exactly at `to`.
 * @throws DataError LEDGER_MISMATCH if time would go backwards
 * @source avalanchego vms/platformvm/txs/executor/state_changes.go AdvanceTimeTo
 */
export function advanceTime(ledger: LedgerDraft, to: bigint): void {
  const before = ledger.state.chain();
  if (to < before.time) throw mismatch(ledger, `chain time would go back from ${before.time} to ${to}`);
  startPending(ledger, to);
  expirePermissioned(ledger, to);
  if (to >= ledger.rules.upgrades.etna) {
    const seconds = to - before.time;
    ledger.state.setChain({ ...before, gas: advanceGas(ledger.rules.gas, before.gas, seconds) });
    chargeValidators(ledger, seconds);
  }
  if (to === before.time) return;
  ledger.state.setChain({ ...ledger.state.chain(), time: to });
  note(ledger, { kind: "time.advanced", from: before.time, to });
}
