import { array } from "../../codec/combinators";
import { id } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { imported, moves } from "../../utxo/transferable";
import { baseTx, pInput } from "../pieces";

/** Imports funds that another chain exported. */
export const importTx = defineTx({
  typeId: 17,
  name: "ImportTx",
  since: "apricot",
  gas: { reads: 0, writes: 0 },
  body: { base: baseTx, sourceChain: id, importedInputs: array(pInput) },
  effects: ({ base, sourceChain, importedInputs }) => [
    ...moves(base),
    ...imported(importedInputs, { sourceChain, firstCredential: base.inputs.length }),
  ],
});
