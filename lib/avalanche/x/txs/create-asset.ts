import { array, fieldsToJson, oneOf, struct } from "../../codec/combinators";
import { text, u8, u32 } from "../../codec/fields";
import { FX_IDS, type Fx } from "../../codec/fx";
import { named, type TypeOf } from "../../codec/layout";
import type { AssetEffect } from "../../effects";
import { defineTx } from "../../transaction";
import { OUTPUTS } from "../../utxo/outputs";
import { moves, produced } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Initial outputs of an asset. */
const output = oneOf({
  "secp256k1.mint": OUTPUTS["secp256k1.mint"],
  "secp256k1.transfer": OUTPUTS["secp256k1.transfer"],
  "nft.mint": OUTPUTS["nft.mint"],
  "nft.transfer": OUTPUTS["nft.transfer"],
  "property.mint": OUTPUTS["property.mint"],
  "property.owned": OUTPUTS["property.owned"],
});

/** The feature extensions of the X-Chain, by their index. */
const FX_BY_INDEX: Fx[] = ["secp256k1", "nft", "property"];
const fxOf = (index: number): Fx => FX_BY_INDEX[index] ?? "secp256k1";

const stateFields = { fxIndex: named({ label: "Feature extension" }, u32), outputs: array(output) };
const initialState = struct(stateFields, {
  show: ({ fxIndex, outputs }) => `${fxOf(fxIndex)}, ${outputs.length} outputs`,
  toJson: (value, format) => {
    const { outputs, ...rest } = fieldsToJson(stateFields, value, format);
    return { ...rest, fxID: FX_IDS[fxOf(value.fxIndex)], ...(outputs !== undefined && { outputs }) };
  },
});

/** Creates an asset with its initial outputs. Its id is this transaction's. */
export const createAssetTx = defineTx({
  typeId: 1,
  name: "CreateAssetTx",
  since: "apricot",
  gas: "none",
  body: {
    base: baseTx,
    name: text,
    symbol: text,
    denomination: u8,
    initialStates: array(initialState),
  },
  effects: ({ base, name, symbol, denomination, initialStates }, txId) => [
    ...moves(base),
    { kind: "asset.created", name, symbol, denomination, ...kindOf(initialStates) },
    ...produced(
      initialStates.flatMap(({ outputs }) => outputs.map((output) => ({ assetId: txId, output }))),
      base.outputs.length,
    ),
  ],
});

/** An asset of several extensions counts as the first one. A right to mint makes its cap variable. */
function kindOf(states: TypeOf<typeof initialState>[]): Pick<AssetEffect, "cap" | "type"> {
  const variable = states.some(({ outputs }) => outputs.some(({ type }) => type.endsWith(".mint")));
  return { cap: variable ? "variable" : "fixed", type: fxOf(states[0]?.fxIndex ?? 0) };
}
