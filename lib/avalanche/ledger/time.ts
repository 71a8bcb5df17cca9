import { type Books, mismatch, note } from "./books";
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
export function advanceTime(books: Books, to: bigint): void {
  const before = books.state.chain();
  if (to < before.time) throw mismatch(books, `chain time would go back from ${before.time} to ${to}`);
  startPending(books, to);
  expirePermissioned(books, to);
  if (to >= books.rules.upgrades.etna) {
    const seconds = to - before.time;
    books.state.setChain({ ...before, gas: advanceGas(books.rules.gas, before.gas, seconds) });
    chargeValidators(books, seconds);
  }
  if (to === before.time) return;
  books.state.setChain({ ...books.state.chain(), time: to });
  note(books, { kind: "time.advanced", from: before.time, to });
}
