import { owner } from "../../codec/fx";
import { PRIMARY_NETWORK_ID } from "../../ids";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx, staked, stakeOutputs, validator } from "../pieces";

/** Delegates AVAX to a validator of the primary network. Refused from Durango on. */
export const addDelegatorTx = defineTx({
  typeId: 14,
  name: "AddDelegatorTx",
  since: "apricot",
  // Fees by gas never priced it: AvalancheGo vms/platformvm/txs/fee/complexity.go:527 ErrUnsupportedTx.
  gas: "none",
  body: { base: baseTx, validator, stake: stakeOutputs, rewardsOwner: owner },
  effects: ({ base, validator, stake, rewardsOwner }) => [
    ...moves(base),
    ...staked(base.outputs, stake),
    {
      kind: "staker.added",
      role: "delegator",
      subnetId: PRIMARY_NETWORK_ID,
      ...validator,
      permissioned: false,
      rewardsOwner,
    },
  ],
});
