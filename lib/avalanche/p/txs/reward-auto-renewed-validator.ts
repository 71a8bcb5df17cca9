import { id, time } from "../../codec/fields";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";

/** Proposes to end a cycle of an auto-renewed validator. @source ACP-236 */
export const rewardAutoRenewedValidatorTx = defineTx({
  typeId: 42,
  name: "RewardAutoRenewedValidatorTx",
  since: "helicon",
  // A proposal pays no fee: AvalancheGo vms/platformvm/txs/fee/complexity.go:873 ErrUnsupportedTx.
  gas: "none",
  body: { txId: named({ label: "Staking transaction" }, id), timestamp: time },
  effects: ({ txId, timestamp }) => [{ kind: "staker.renewProposed", stakingTxId: txId, timestamp }],
});
