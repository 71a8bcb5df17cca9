import { expect, test } from "vitest";
import { fromHex } from "../codec/bytes";
import type { Output, OutputType } from "../effects";
import { formatId, parseId } from "../ids";
import { decodeUtxo, encodeUtxo, utxoId } from "./utxo";

test("the key of a UTXO is the hash of output index and transaction id", () => {
  // computed by the node's ids.ID.Prefix
  const txId = parseId("SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU");
  expect(formatId(utxoId(txId, 0))).toBe("YztjyRZwhU2jZUcdEbibH5VEqLCdzshzSsSZPNTpoFVQPoTuZ");
  expect(formatId(utxoId(txId, 3))).toBe("RoLdvdWuxAQssS48FZyh8bjeQGfYNCDgfuV3rdSsHcXcVHQQ8");
});

const owner = {
  locktime: 5n,
  threshold: 2,
  addresses: [new Uint8Array(20).fill(1), new Uint8Array(20).fill(2)],
};
const assetId = new Uint8Array(32).fill(3);
const outputs: Record<OutputType, Output> = {
  "secp256k1.transfer": { outputType: "secp256k1.transfer", assetId, amount: 2n ** 63n, owner },
  "secp256k1.mint": { outputType: "secp256k1.mint", assetId, amount: 0n, owner },
  "nft.mint": { outputType: "nft.mint", assetId, amount: 0n, owner, groupId: 7 },
  "nft.transfer": {
    outputType: "nft.transfer",
    assetId,
    amount: 0n,
    owner,
    groupId: 7,
    payload: fromHex("0xcafe"),
  },
  "property.mint": { outputType: "property.mint", assetId, amount: 0n, owner },
  "property.owned": { outputType: "property.owned", assetId, amount: 0n, owner },
};

test.each(Object.values(outputs))("a UTXO of $outputType survives encoding and decoding", (output) => {
  const utxo = { txId: new Uint8Array(32).fill(9), outputIndex: 4, output };
  expect(decodeUtxo(encodeUtxo(utxo))).toEqual(utxo);
});

test("a stakeable output keeps its lock", () => {
  const output = { ...outputs["secp256k1.transfer"], stakeableLocktime: 99n };
  const utxo = { txId: new Uint8Array(32), outputIndex: 0, output };
  expect(decodeUtxo(encodeUtxo(utxo))).toEqual(utxo);
});
