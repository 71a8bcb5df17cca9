import { type Effect, type EffectOf, effectsOfKind, says } from "../effects";
import { formatId } from "../ids";
import type { PTx } from "../p/txs";
import { unreachable } from "../unreachable";
import { conversionIdOf } from "../warp";
import { type LedgerDraft, mismatch, note } from "./draft";
import {
  disableValidator,
  increaseBalance,
  type RefundOutput,
  registerValidator,
  setWeight,
} from "./l1-validator";
import type { SubnetRecord } from "./records";
import { addStaker, configureRenewal, removePermissioned, type StakingTx } from "./staker";

/**
 * Applies one accepted decision to the ledger. The caller handles UTXOs: the ledger needs none of them.
 * @throws DataError LEDGER_MISMATCH
 * @source avalanchego vms/platformvm/txs/executor/standard_tx_executor.go
 */
export function applyTx(ledger: LedgerDraft, tx: PTx, effects: readonly Effect[]): void {
  ledger.by = tx.txId;
  const staking: StakingTx = { txId: tx.txId, apricotDelegator: tx.txType === "AddDelegatorTx", effects };
  const refund: RefundOutput = {
    txId: tx.txId,
    outputIndex: effectsOfKind(effects, "utxo.produced").length,
  };
  for (const effect of effects) {
    if (!says(effect, "ledger", "applied")) continue;
    switch (effect.kind) {
      case "staker.added":
        addStaker(ledger, effect, staking);
        break;
      case "staker.removed":
        removePermissioned(ledger, effect);
        break;
      case "staker.configured":
        configureRenewal(ledger, effect);
        break;
      case "subnet.created":
        putSubnet(ledger, { subnetId: tx.txId, owner: effect.owner });
        break;
      case "subnet.ownerChanged":
        putSubnet(ledger, { ...subnetOf(ledger, effect), owner: effect.owner });
        break;
      case "subnet.transformed":
        putSubnet(ledger, transform(ledger, effect));
        break;
      case "subnet.converted":
        putSubnet(ledger, convert(ledger, effect, effects));
        break;
      case "l1Validator.registered":
        registerValidator(ledger, effect);
        break;
      case "l1Validator.weightSet":
        setWeight(ledger, effect, refund);
        break;
      case "l1Validator.balanceIncreased":
        increaseBalance(ledger, effect);
        break;
      case "l1Validator.disabled":
        disableValidator(ledger, effect, refund);
        break;
      default:
        unreachable(effect);
    }
  }
}

function putSubnet(ledger: LedgerDraft, subnet: SubnetRecord): void {
  ledger.state.putSubnet(subnet);
  note(ledger, { kind: "subnet.changed", subnet });
}

function subnetOf(ledger: LedgerDraft, { subnetId }: { subnetId: Uint8Array }): SubnetRecord {
  const subnet = ledger.state.subnet(subnetId);
  if (subnet === undefined) throw mismatch(ledger, `no subnet ${formatId(subnetId)}`);
  return subnet;
}

/** @source avalanchego vms/platformvm/txs/executor/state_changes.go GetRewardsCalculator */
function transform(ledger: LedgerDraft, effect: EffectOf<"subnet.transformed">): SubnetRecord {
  const { assetId, initialSupply, maximumSupply, minConsumptionRate, maxConsumptionRate } = effect;
  const reward = {
    minConsumptionRate,
    maxConsumptionRate,
    mintingPeriod: ledger.rules.reward.mintingPeriod,
    supplyCap: maximumSupply,
  };
  return { ...subnetOf(ledger, effect), supply: initialSupply, transformation: { assetId, reward } };
}

function convert(
  ledger: LedgerDraft,
  converted: EffectOf<"subnet.converted">,
  effects: readonly Effect[],
): SubnetRecord {
  const { subnetId, managerChainId, managerAddress } = converted;
  const validators = effectsOfKind(effects, "l1Validator.registered").map(({ nodeId, bls, weight }) => ({
    nodeId,
    blsPublicKey: bls.publicKey,
    weight,
  }));
  const conversionId = conversionIdOf({ subnetId, managerChainId, managerAddress, validators });
  return { ...subnetOf(ledger, converted), conversion: { conversionId, managerChainId, managerAddress } };
}
