import { duration, NODE_ID, sizedBytes, u32 } from "../../codec/fields";
import { owner } from "../../codec/fx";
import { named } from "../../codec/layout";
import { PRIMARY_NETWORK_ID } from "../../ids";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { proofCompute } from "../gas";
import { baseTx, blsOf, signer, staked, stakeOutputs } from "../pieces";

/** Stakes AVAX to validate the primary network in cycles that renew automatically. @source ACP-236 */
export const addAutoRenewedValidatorTx = defineTx({
  typeId: 40,
  name: "AddAutoRenewedValidatorTx",
  since: "helicon",
  gas: ({ signer }) => ({ reads: 0, writes: 3, compute: proofCompute(signer) }),
  body: {
    base: baseTx,
    nodeId: named({ label: "Validator" }, sizedBytes(20, NODE_ID)),
    signer,
    stake: stakeOutputs,
    validationRewardsOwner: owner,
    delegationRewardsOwner: owner,
    validatorAuthority: owner,
    delegationShares: u32,
    autoCompoundRewardShares: u32,
    period: duration,
  },
  effects: ({ base, nodeId, signer, stake, ...terms }) => {
    const principal = staked(base.outputs, stake);
    return [
      ...moves(base),
      ...principal,
      {
        kind: "staker.added",
        role: "validator",
        subnetId: PRIMARY_NETWORK_ID,
        nodeId,
        // has no start of its own: it starts when it is accepted
        start: 0n,
        weight: principal.reduce((sum, { output }) => sum + output.amount, 0n),
        permissioned: false,
        rewardsOwner: terms.validationRewardsOwner,
        delegationRewardsOwner: terms.delegationRewardsOwner,
        delegationShares: terms.delegationShares,
        ...blsOf(signer),
        autoRenew: {
          period: terms.period,
          autoCompoundShares: terms.autoCompoundRewardShares,
          authority: terms.validatorAuthority,
        },
      },
    ];
  },
});
