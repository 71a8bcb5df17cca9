import { effectsOfKind } from "../effects";
import type { PGenesis } from "../genesis/genesis";
import { PRIMARY_NETWORK_ID } from "../ids";
import { effectsOf } from "../p/txs";
import type { LedgerDraft } from "./draft";
import type { LedgerEffect } from "./effects";
import { MemoryState } from "./memory-state";
import type { NetworkRules } from "./rules";
import { addGenesisStaker } from "./staker";

/**
 * The ledger at block 0, with the effects that led there: initial stakers have started in the order of the genesis, and
 * their potential rewards are minted. The caller handles UTXOs and chains of the genesis.
 * @throws DataError
 * @source avalanchego vms/platformvm/state/state.go syncGenesis
 */
export function startLedger(
  genesis: PGenesis,
  rules: NetworkRules,
): { state: MemoryState; effects: LedgerEffect[] } {
  const state = new MemoryState();
  state.setChain({
    blockId: genesis.block.blockId,
    height: 0n,
    time: genesis.time,
    avaxAssetId: genesis.avaxAssetId,
    gas: { capacity: 0n, excess: 0n },
    validatorFee: { excess: 0n, accrued: 0n },
  });
  state.putSubnet({ subnetId: PRIMARY_NETWORK_ID, supply: genesis.initialSupply });
  const ledger: LedgerDraft = { state, rules, effects: [] };
  for (const tx of genesis.validators) {
    ledger.by = tx.txId;
    const effects = effectsOf(tx);
    const staking = { txId: tx.txId, apricotDelegator: false, effects };
    for (const added of effectsOfKind(effects, "staker.added")) addGenesisStaker(ledger, added, staking);
  }
  return { state, effects: ledger.effects };
}
