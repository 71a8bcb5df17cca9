import { u32 } from "../../codec/fields";
import { owner } from "../../codec/fx";
import { PRIMARY_NETWORK_ID } from "../../ids";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx, staked, stakeOutputs, validator } from "../pieces";

/** Stakes AVAX to validate the primary network. Refused from Durango on. */
export const addValidatorTx = defineTx({
  typeId: 12,
  name: "AddValidatorTx",
  since: "apricot",
  // Fees by gas never priced it: AvalancheGo vms/platformvm/txs/fee/complexity.go:523 ErrUnsupportedTx.
  gas: "none",
  body: { base: baseTx, validator, stake: stakeOutputs, rewardsOwner: owner, shares: u32 },
  effects: ({ base, validator, stake, rewardsOwner, shares }) => [
    ...moves(base),
    ...staked(base.outputs, stake),
    {
      kind: "staker.added",
      role: "validator",
      subnetId: PRIMARY_NETWORK_ID,
      ...validator,
      permissioned: false,
      rewardsOwner,
      delegationRewardsOwner: rewardsOwner,
      delegationShares: shares,
    },
  ],
});
