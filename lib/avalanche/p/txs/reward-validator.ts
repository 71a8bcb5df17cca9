import { id } from "../../codec/fields";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";

/** Proposes to end a staker's period. The following option block decides whether the staker is rewarded. */
export const rewardValidatorTx = defineTx({
  typeId: 20,
  name: "RewardValidatorTx",
  since: "apricot",
  // A proposal pays no fee: AvalancheGo vms/platformvm/txs/fee/complexity.go:535 ErrUnsupportedTx.
  gas: "none",
  body: { txId: named({ label: "Staking transaction" }, id) },
  effects: ({ txId }) => [{ kind: "staker.rewardProposed", stakingTxId: txId }],
});
