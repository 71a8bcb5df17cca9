import { array } from "../../codec/combinators";
import { id, networkId } from "../../codec/fields";
import { named } from "../../codec/layout";
import type { UtxoEffect } from "../../effects";
import { defineTx } from "../../transaction";
import { imported } from "../../utxo/transferable";
import { cInput, evmOutput } from "../pieces";

/** Imports what another chain exported, to EVM accounts. */
export const importTx = defineTx({
  typeId: 0,
  name: "ImportTx",
  since: "apricot",
  gas: "none",
  body: {
    networkId,
    blockchainId: id,
    sourceChain: id,
    importedInputs: array(cInput),
    outputs: named({ label: "Account" }, array(evmOutput)),
  },
  effects: ({ sourceChain, importedInputs, outputs }) => [
    ...imported(importedInputs, { sourceChain, firstCredential: 0 }),
    ...outputs.map((output): UtxoEffect => ({ kind: "utxo.evmOutput", ...output })),
  ],
});
