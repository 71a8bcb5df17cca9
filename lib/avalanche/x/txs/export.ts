import { array } from "../../codec/combinators";
import { id } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { exported, moves } from "../../utxo/transferable";
import { baseTx, xOutput } from "../pieces";

/** Sends assets to another chain, through atomic memory. */
export const exportTx = defineTx({
  typeId: 4,
  name: "ExportTx",
  since: "apricot",
  gas: "none",
  body: { base: baseTx, destinationChain: id, exportedOutputs: array(xOutput) },
  effects: ({ base, destinationChain, exportedOutputs }) => [
    ...moves(base),
    ...exported(exportedOutputs, { destinationChain, firstIndex: base.outputs.length }),
  ],
});
