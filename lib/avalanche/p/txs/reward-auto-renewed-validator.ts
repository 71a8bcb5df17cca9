import { id, time } from "../../codec/fields";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";

/** Proposes to end a cycle of an auto-renewed validator. @source ACP-236 */
export const rewardAutoRenewedValidatorTx = defineTx({
  typeId: 42,
  name: "RewardAutoRenewedValidatorTx",
  since: "helicon",
  body: { txId: named({ label: "Staking transaction" }, id), timestamp: time },
  effects: ({ txId, timestamp }) => [{ kind: "staker.renewProposed", stakingTxId: txId, timestamp }],
});
