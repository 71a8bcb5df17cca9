import { nodeId, subnetId } from "../../codec/fields";
import { authorization } from "../../codec/fx";
import { named } from "../../codec/layout";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Removes a validator from a permissioned subnet before its end. */
export const removeSubnetValidatorTx = defineTx({
  typeId: 23,
  name: "RemoveSubnetValidatorTx",
  since: "banff",
  gas: { reads: 1, writes: 3 },
  body: {
    base: baseTx,
    nodeId: named({ label: "Validator" }, nodeId),
    subnetId,
    subnetAuthorization: authorization,
  },
  effects: ({ base, nodeId, subnetId }) => [...moves(base), { kind: "staker.removed", subnetId, nodeId }],
});
