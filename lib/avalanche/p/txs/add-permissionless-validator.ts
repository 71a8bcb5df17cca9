import { subnetId, u32 } from "../../codec/fields";
import { owner } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { proofCompute } from "../gas";
import { baseTx, blsOf, signer, staked, stakeOutputs, validator } from "../pieces";

/** Stakes to validate the primary network, or a subnet that is open to stakers. */
export const addPermissionlessValidatorTx = defineTx({
  typeId: 25,
  name: "AddPermissionlessValidatorTx",
  since: "banff",
  gas: ({ signer }) => ({ reads: 1, writes: 3, compute: proofCompute(signer) }),
  body: {
    base: baseTx,
    validator,
    subnetId,
    signer,
    stake: stakeOutputs,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    shares: u32,
  },
  effects: ({ base, validator, subnetId, signer, stake, ...rewards }) => [
    ...moves(base),
    ...staked(base.outputs, stake),
    {
      kind: "staker.added",
      role: "validator",
      subnetId,
      ...validator,
      permissioned: false,
      rewardsOwner: rewards.validationRewardsOwner,
      delegationRewardsOwner: rewards.delegationRewardsOwner,
      delegationShares: rewards.shares,
      ...blsOf(signer),
    },
  ],
});
