import { subnetId } from "../../codec/fields";
import { owner } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx, staked, stakeOutputs, validator } from "../pieces";

/** Delegates to a validator of the primary network, or of a subnet that is open to stakers. */
export const addPermissionlessDelegatorTx = defineTx({
  typeId: 26,
  name: "AddPermissionlessDelegatorTx",
  since: "banff",
  gas: { reads: 1, writes: 2 },
  body: { base: baseTx, validator, subnetId, stake: stakeOutputs, rewardsOwner: owner },
  effects: ({ base, validator, subnetId, stake, rewardsOwner }) => [
    ...moves(base),
    ...staked(base.outputs, stake),
    { kind: "staker.added", role: "delegator", subnetId, ...validator, permissioned: false, rewardsOwner },
  ],
});
