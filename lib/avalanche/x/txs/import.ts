import { array } from "../../codec/combinators";
import { id } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { imported, moves } from "../../utxo/transferable";
import { baseTx, xInput } from "../pieces";

/** Imports assets that another chain exported. */
export const importTx = defineTx({
  typeId: 3,
  name: "ImportTx",
  since: "apricot",
  gas: "none",
  body: { base: baseTx, sourceChain: id, importedInputs: array(xInput) },
  effects: ({ base, sourceChain, importedInputs }) => [
    ...moves(base),
    ...imported(importedInputs, { sourceChain, firstCredential: base.inputs.length }),
  ],
});
