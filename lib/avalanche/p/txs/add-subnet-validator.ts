import { authorization } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx, subnetValidator } from "../pieces";

/** Lets a validator of the primary network validate a permissioned subnet too. */
export const addSubnetValidatorTx = defineTx({
  typeId: 13,
  name: "AddSubnetValidatorTx",
  since: "apricot",
  gas: { reads: 3, writes: 3 },
  body: { base: baseTx, validator: subnetValidator, subnetAuthorization: authorization },
  effects: ({ base, validator }) => [
    ...moves(base),
    { kind: "staker.added", role: "validator", ...validator, permissioned: true },
  ],
});
