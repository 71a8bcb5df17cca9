import { hash } from "node:crypto";
import { bench, describe } from "vitest";
import { decodePTx } from "../p/txs";
import { baseTx } from "../p/txs/base-tx";
import { readVectors } from "../vectors/read";
import { fromHex } from "./bytes";
import { struct, tagged } from "./combinators";
import { versioned } from "./fields";
import { credentials } from "./fx";
import { decode } from "./layout";

/**
 * The codec and its floor: the same fields of a real BaseTx, read by straight-line code without bounds or paths.
 * Required: at least 0.5 of the floor; with ids at least 0.6 of the floor plus one sha256.
 */
const { samples } = readVectors<{ samples: { bytes: string }[] }>("../p/vectors/base-tx.json");
const bytes = fromHex(samples[0]?.bytes ?? "");
const layout = versioned(
  struct({ unsigned: tagged(baseTx.typeId, baseTx.name, baseTx.layout), credentials }),
);

describe("a real BaseTx", () => {
  bench("floor: straight-line reads", () => {
    readByHand(bytes);
  });
  bench("codec: bounds and field paths, no spans", () => {
    decode(layout, bytes);
  });
  bench("floor and sha256", () => {
    readByHand(bytes);
    hash("sha256", bytes, "buffer");
  });
  bench("codec with ids", () => {
    decodePTx(bytes);
  });
});

/** Hand-written decoding that assumes valid bytes. */
function readByHand(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const networkId = view.getUint32(6);
  const blockchainId = bytes.slice(10, 42);
  const outputs = new Array(view.getUint32(42));
  let at = 46;
  for (let i = 0; i < outputs.length; i++) {
    const assetId = bytes.slice(at, at + 32);
    const amount = view.getBigUint64(at + 36);
    const locktime = view.getBigUint64(at + 44);
    const threshold = view.getUint32(at + 52);
    const addresses = new Array(view.getUint32(at + 56));
    at += 60;
    for (let j = 0; j < addresses.length; j++, at += 20) addresses[j] = bytes.slice(at, at + 20);
    outputs[i] = { assetId, output: { type: "secp256k1.transfer", amount, locktime, threshold, addresses } };
  }
  const inputs = new Array(view.getUint32(at));
  at += 4;
  for (let i = 0; i < inputs.length; i++) {
    const txId = bytes.slice(at, at + 32);
    const outputIndex = view.getUint32(at + 32);
    const assetId = bytes.slice(at + 36, at + 68);
    const amount = view.getBigUint64(at + 72);
    const signatureIndices = new Array(view.getUint32(at + 80));
    at += 84;
    for (let j = 0; j < signatureIndices.length; j++, at += 4) signatureIndices[j] = view.getUint32(at);
    inputs[i] = {
      txId,
      outputIndex,
      assetId,
      input: { type: "secp256k1.transfer", amount, signatureIndices },
    };
  }
  const memoEnd = at + 4 + view.getUint32(at);
  const memo = bytes.slice(at + 4, memoEnd);
  const credentials = new Array(view.getUint32(memoEnd));
  at = memoEnd + 4;
  for (let i = 0; i < credentials.length; i++) {
    const signatures = new Array(view.getUint32(at + 4));
    at += 8;
    for (let j = 0; j < signatures.length; j++, at += 65) signatures[j] = bytes.slice(at, at + 65);
    credentials[i] = { signatures };
  }
  return { unsigned: { base: { networkId, blockchainId, outputs, inputs, memo } }, credentials };
}
