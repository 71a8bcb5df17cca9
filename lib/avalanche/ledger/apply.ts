import { DataError } from "../../errors";
import { equalBytes } from "../codec/bytes";
import { type Effect, effectsOfKind, says } from "../effects";
import { formatId } from "../ids";
import { decisionOf, type PBlock } from "../p/block";
import { decodePTx, effectsOf, type PTx } from "../p/txs";
import { unreachable } from "../unreachable";
import { applyTx } from "./apply-tx";
import { gasOfTx } from "./complexity";
import { type LedgerDraft, mismatch, note } from "./draft";
import type { LedgerEffect } from "./effects";
import { consumeGas } from "./gas";
import { deactivateExhausted } from "./l1-validator";
import { renewStaker, rewardStaker } from "./proposal";
import type { NetworkRules } from "./rules";
import type { LedgerState } from "./state";
import { advanceTime } from "./time";

/**
 * Applies the next accepted block to the ledger. Returns what it did beyond its transactions' own effects.
 *
 * A proposal block advances time and applies its decision transactions immediately: they hold either way. Its proposal
 * is stored (`chain().proposal`, so it survives a restart) for the following option block, whose effects name it as
 * `by`. After an error the ledger is half changed: load it again.
 * @throws DataError HEAD_MISMATCH if the block is not the child of the last one, LEDGER_MISMATCH if it contradicts the
 * ledger, BALANCE_NEGATIVE
 * @source avalanchego vms/platformvm/block/executor/verifier.go
 */
export function applyBlock(state: LedgerState, block: PBlock, rules: NetworkRules): LedgerEffect[] {
  checkParent(state, block);
  const ledger: LedgerDraft = { state, rules, effects: [] };
  const decision = decisionOf(block.blockType);
  if (decision === undefined) applyDecisions(ledger, block);
  else decide(ledger, decision === "commit");
  state.setChain({ ...state.chain(), blockId: block.blockId, height: block.height });
  return ledger.effects;
}

function checkParent(state: LedgerState, block: PBlock): void {
  const { blockId, height } = state.chain();
  if (!equalBytes(block.parentId, blockId) || block.height !== height + 1n) {
    throw new DataError(
      "HEAD_MISMATCH",
      `P-Chain block ${block.height} has the parent ${formatId(block.parentId)}, the ledger is at block ${height} ${formatId(blockId)}`,
    );
  }
}

function applyDecisions(ledger: LedgerDraft, block: PBlock): void {
  const { state } = ledger;
  if (state.chain().proposal !== undefined) {
    throw mismatch(ledger, `block ${block.height} is no option, but its parent is a proposal`);
  }
  if (block.time !== undefined) advanceTime(ledger, block.time);
  const txs = block.txs.map((tx) => ({ tx, effects: effectsOf(tx) }));
  if (state.chain().time >= ledger.rules.upgrades.etna) {
    const { weights } = ledger.rules.gas;
    const gas = txs.reduce((sum, { tx, effects }) => sum + gasOfTx(weights, tx, effects), 0n);
    state.setChain({ ...state.chain(), gas: consumeGas(state.chain().gas, gas) });
  }
  for (const { tx, effects } of txs) applyTx(ledger, tx, effects);
  delete ledger.by;
  deactivateExhausted(ledger);
  if (block.proposalTx !== undefined) state.setChain({ ...state.chain(), proposal: block.proposalTx.bytes });
}

/** Applies an option block: commits or aborts the proposal before it. */
function decide(ledger: LedgerDraft, committed: boolean): void {
  const { proposal, ...chain } = ledger.state.chain();
  if (proposal === undefined) throw mismatch(ledger, "an option block follows a block that proposes nothing");
  ledger.state.setChain(chain);
  const tx = decodePTx(proposal);
  ledger.by = tx.txId;
  const effects = effectsOf(tx);
  for (const effect of effects) {
    if (!says(effect, "ledger", "decided")) continue;
    switch (effect.kind) {
      case "staker.rewardProposed":
        rewardStaker(ledger, effect.stakingTxId, committed);
        break;
      case "staker.renewProposed":
        renewStaker(ledger, { stakingTxId: effect.stakingTxId, txId: tx.txId }, committed);
        break;
      case "time.proposed":
        if (committed) advanceTime(ledger, effect.time);
        break;
      default:
        unreachable(effect);
    }
  }
  // Before Banff, stakers were added by proposals. If one is aborted, its stake becomes ordinary outputs.
  if (committed) applyTx(ledger, tx, effects);
  else refuse(ledger, tx, effects);
}

function refuse(ledger: LedgerDraft, { txId }: PTx, effects: readonly Effect[]): void {
  for (const { outputIndex, output } of effectsOfKind(effects, "utxo.staked")) {
    note(ledger, { kind: "utxo.unstaked", txId, outputIndex, output });
  }
}
