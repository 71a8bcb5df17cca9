import { array, oneOf } from "../codec/combinators";
import { countedSignatures, fxIdOf, signed } from "../codec/fx";
import type { Layout, TypeOf } from "../codec/layout";
import { OUTPUTS } from "../utxo/outputs";
import { baseTxOf, INPUTS, transferableInput, transferableOutput } from "../utxo/transferable";

/** An amount of an asset. Rights and NFTs only exist in initial states and operations. */
export const xOutput = transferableOutput(oneOf({ "secp256k1.transfer": OUTPUTS["secp256k1.transfer"] }));
export const xInput = transferableInput(oneOf({ "secp256k1.transfer": INPUTS["secp256k1.transfer"] }));

export const baseTx = baseTxOf(xOutput, xInput);

const anyCredential = oneOf({
  "secp256k1.credential": { typeId: 9, layout: signed },
  "nft.credential": { typeId: 14, layout: signed },
  "property.credential": { typeId: 19, layout: signed },
});
export type XCredential = TypeOf<typeof anyCredential>;

const credential: Layout<XCredential> = {
  ...anyCredential,
  toJson: (value, format) => ({ fxID: fxIdOf(value.type), credential: anyCredential.toJson(value, format) }),
};

/** All credentials of a transaction: first for its inputs, then for its operations. */
export const credentials = countedSignatures(array(credential));
