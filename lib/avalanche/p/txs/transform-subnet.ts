import { id, subnetId, u8, u32, u64 } from "../../codec/fields";
import { authorization } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Opens a permissioned subnet to stakers of an asset of its own. Refused from Etna on. */
export const transformSubnetTx = defineTx({
  typeId: 24,
  name: "TransformSubnetTx",
  since: "banff",
  // Refused since fees are paid by gas: AvalancheGo vms/platformvm/txs/fee/complexity.go:539 ErrUnsupportedTx.
  gas: "none",
  body: {
    base: baseTx,
    subnetId,
    assetId: id,
    initialSupply: u64,
    maximumSupply: u64,
    minConsumptionRate: u64,
    maxConsumptionRate: u64,
    minValidatorStake: u64,
    maxValidatorStake: u64,
    minStakeDuration: u32,
    maxStakeDuration: u32,
    minDelegationFee: u32,
    minDelegatorStake: u64,
    maxValidatorWeightFactor: u8,
    uptimeRequirement: u32,
    subnetAuthorization: authorization,
  },
  effects: ({ base, subnetId, assetId, ...terms }) => [
    ...moves(base),
    {
      kind: "subnet.transformed",
      subnetId,
      assetId,
      initialSupply: terms.initialSupply,
      maximumSupply: terms.maximumSupply,
      minConsumptionRate: terms.minConsumptionRate,
      maxConsumptionRate: terms.maxConsumptionRate,
    },
  ],
});
