import { array } from "../../codec/combinators";
import { id } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { exported, moves } from "../../utxo/transferable";
import { baseTx, pOutput } from "../pieces";

/** Sends funds to another chain, through atomic memory. */
export const exportTx = defineTx({
  typeId: 18,
  name: "ExportTx",
  since: "apricot",
  gas: { reads: 0, writes: 0 },
  body: { base: baseTx, destinationChain: id, exportedOutputs: array(pOutput) },
  effects: ({ base, destinationChain, exportedOutputs }) => [
    ...moves(base),
    ...exported(exportedOutputs, { destinationChain, firstIndex: base.outputs.length }),
  ],
});
