import { sha256 } from "#sha256";
import { struct } from "../codec/combinators";
import { Writer } from "../codec/cursor";
import { id, u32, versioned } from "../codec/fields";
import { decode, encode } from "../codec/layout";
import type { Output } from "../effects";
import { anyOutput, fromOutput, toOutput } from "./outputs";

export interface Utxo {
  txId: Uint8Array;
  outputIndex: number;
  output: Output;
}

/**
 * Key of a UTXO in the node's state, 32 bytes. Users see transaction id and output index instead.
 * @source avalanchego vms/components/avax/utxo_id.go InputID
 */
export function utxoId(txId: Uint8Array, outputIndex: number): Uint8Array {
  const writer = new Writer(40);
  writer.u64(BigInt(outputIndex));
  writer.put(txId);
  return sha256(writer.finish());
}

/** A UTXO in the bytes that `getUTXOs` returns. */
export function encodeUtxo({ txId, outputIndex, output }: Utxo): Uint8Array {
  return encode(utxo, { txId, outputIndex, assetId: output.assetId, output: fromOutput(output) });
}

/** @throws DataError */
export function decodeUtxo(bytes: Uint8Array): Utxo {
  const { txId, outputIndex, assetId, output } = decode(utxo, bytes);
  return { txId, outputIndex, output: toOutput(assetId, output) };
}

const utxo = versioned(struct({ txId: id, outputIndex: u32, assetId: id, output: anyOutput }));
