import { type Effect, type EffectOf, effectsOfKind, says } from "../effects";
import { formatId } from "../ids";
import type { PTx } from "../p/txs";
import { unreachable } from "../unreachable";
import { conversionIdOf } from "../warp";
import { type Books, mismatch, note } from "./books";
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
export function applyTx(books: Books, tx: PTx, effects: readonly Effect[]): void {
  books.by = tx.txId;
  const staking: StakingTx = { txId: tx.txId, apricotDelegator: tx.txType === "AddDelegatorTx", effects };
  const refund: RefundOutput = {
    txId: tx.txId,
    outputIndex: effectsOfKind(effects, "utxo.produced").length,
  };
  for (const effect of effects) {
    if (!says(effect, "books", "applied")) continue;
    switch (effect.kind) {
      case "staker.added":
        addStaker(books, effect, staking);
        break;
      case "staker.removed":
        removePermissioned(books, effect);
        break;
      case "staker.configured":
        configureRenewal(books, effect);
        break;
      case "subnet.created":
        putSubnet(books, { subnetId: tx.txId, owner: effect.owner });
        break;
      case "subnet.ownerChanged":
        putSubnet(books, { ...subnetOf(books, effect), owner: effect.owner });
        break;
      case "subnet.transformed":
        putSubnet(books, transform(books, effect));
        break;
      case "subnet.converted":
        putSubnet(books, convert(books, effect, effects));
        break;
      case "l1Validator.registered":
        registerValidator(books, effect);
        break;
      case "l1Validator.weightSet":
        setWeight(books, effect, refund);
        break;
      case "l1Validator.balanceIncreased":
        increaseBalance(books, effect);
        break;
      case "l1Validator.disabled":
        disableValidator(books, effect, refund);
        break;
      default:
        unreachable(effect);
    }
  }
}

function putSubnet(books: Books, subnet: SubnetRecord): void {
  books.state.putSubnet(subnet);
  note(books, { kind: "subnet.changed", subnet });
}

function subnetOf(books: Books, { subnetId }: { subnetId: Uint8Array }): SubnetRecord {
  const subnet = books.state.subnet(subnetId);
  if (subnet === undefined) throw mismatch(books, `no subnet ${formatId(subnetId)}`);
  return subnet;
}

/** @source avalanchego vms/platformvm/txs/executor/state_changes.go GetRewardsCalculator */
function transform(books: Books, effect: EffectOf<"subnet.transformed">): SubnetRecord {
  const { assetId, initialSupply, maximumSupply, minConsumptionRate, maxConsumptionRate } = effect;
  const reward = {
    minConsumptionRate,
    maxConsumptionRate,
    mintingPeriod: books.rules.reward.mintingPeriod,
    supplyCap: maximumSupply,
  };
  return { ...subnetOf(books, effect), supply: initialSupply, transformation: { assetId, reward } };
}

function convert(
  books: Books,
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
  return { ...subnetOf(books, converted), conversion: { conversionId, managerChainId, managerAddress } };
}
