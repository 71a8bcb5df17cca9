import { id } from "../../codec/fields";
import { authorization } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Deactivates an L1 validator. The rest of its balance is refunded. */
export const disableL1ValidatorTx = defineTx({
  typeId: 39,
  name: "DisableL1ValidatorTx",
  since: "etna",
  gas: { reads: 1, writes: 6 },
  body: { base: baseTx, validationId: id, disableAuthorization: authorization },
  effects: ({ base, validationId }) => [...moves(base), { kind: "l1Validator.disabled", validationId }],
});
