import { array } from "../../codec/combinators";
import { id, networkId } from "../../codec/fields";
import { named } from "../../codec/layout";
import type { UtxoEffect } from "../../effects";
import { defineTx } from "../../transaction";
import { exported } from "../../utxo/transferable";
import { cOutput, evmInput } from "../pieces";

/** Sends amounts of EVM accounts to another chain, through atomic memory. */
export const exportTx = defineTx({
  typeId: 1,
  name: "ExportTx",
  since: "apricot",
  gas: "none",
  body: {
    networkId,
    blockchainId: id,
    destinationChain: id,
    inputs: named({ label: "Account" }, array(evmInput)),
    exportedOutputs: array(cOutput),
  },
  effects: ({ destinationChain, inputs, exportedOutputs }) => [
    ...inputs.map((input, credential): UtxoEffect => ({ kind: "utxo.evmInput", ...input, credential })),
    ...exported(exportedOutputs, { destinationChain, firstIndex: 0 }),
  ],
});
