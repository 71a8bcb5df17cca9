import { duration, id, u32 } from "../../codec/fields";
import { authorization } from "../../codec/fx";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Changes how an auto-renewed validator continues after its current cycle; period 0 ends it. @source ACP-236 */
export const setAutoRenewedValidatorConfigTx = defineTx({
  typeId: 41,
  name: "SetAutoRenewedValidatorConfigTx",
  since: "helicon",
  gas: { reads: 1, writes: 1 },
  body: {
    base: baseTx,
    txId: named({ label: "Staking transaction" }, id),
    auth: named({ label: "Authorization" }, authorization),
    autoCompoundRewardShares: u32,
    period: duration,
  },
  effects: ({ base, txId, autoCompoundRewardShares, period }) => [
    ...moves(base),
    { kind: "staker.configured", stakingTxId: txId, autoCompoundShares: autoCompoundRewardShares, period },
  ],
});
