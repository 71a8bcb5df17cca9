import { array, fieldsToJson, oneOf, struct, tagged } from "../codec/combinators";
import { id, locktime, networkId, u32, varBytes } from "../codec/fields";
import { fxIdOf, transferInput } from "../codec/fx";
import { type Format, type Json, type Layout, merged, named, spread, type TypeOf } from "../codec/layout";
import type { UtxoEffect } from "../effects";
import { formatId, PRIMARY_NETWORK_ID } from "../ids";
import { shorten, showAmount } from "../show";
import { type AnyOutput, toOutput } from "./outputs";

const lockIn = struct({ locktime, input: tagged(5, "secp256k1.transfer", transferInput) });

/** Every kind of input with its codec type id. X and C allow only the first. */
export const INPUTS = {
  "secp256k1.transfer": { typeId: 5, layout: transferInput },
  "stakeable.lockIn": { typeId: 21, layout: lockIn },
};

const anyInput = oneOf(INPUTS);
export type AnyInput = TypeOf<typeof anyInput>;

export interface TransferableOutput<O extends AnyOutput = AnyOutput> {
  assetId: Uint8Array;
  output: O;
}

/** An output of any asset, of the kinds that a chain allows. */
export function transferableOutput<O extends AnyOutput>(output: Layout<O>): Layout<TransferableOutput<O>> {
  const fields = { assetId: id, output: spread(output) };
  return inAsset(
    struct(fields, {
      show: (value, format) => output.show(value.output, format),
      toJson: (value, format) => withFxId(fieldsToJson(fields, value, format), value.output.type, format),
    }),
  );
}

export interface TransferableInput<I extends AnyInput = AnyInput> {
  /** The transaction whose output is spent. `outputIndex` says which output. */
  txId: Uint8Array;
  outputIndex: number;
  assetId: Uint8Array;
  input: I;
}

/** An input that spends an output, of the kinds that a chain allows. */
export function transferableInput<I extends AnyInput>(input: Layout<I>): Layout<TransferableInput<I>> {
  const fields = {
    txId: named({ label: "Spent transaction" }, id),
    outputIndex: u32,
    assetId: id,
    input: spread(input),
  };
  return inAsset(
    struct(fields, {
      show: ({ txId, outputIndex, input }, format) =>
        `${shorten(formatId(txId))}:${outputIndex}, ${showAmount(amountOf(input), format)}`,
      toJson: (value, format) => withFxId(fieldsToJson(fields, value, format), value.input.type, format),
    }),
  );
}

/** First fields of almost all P and X transactions. */
export function baseTxOf<O extends AnyOutput, I extends AnyInput>(
  output: Layout<TransferableOutput<O>>,
  input: Layout<TransferableInput<I>>,
) {
  return merged(
    struct({ networkId, blockchainId: id, outputs: array(output), inputs: array(input), memo: varBytes() }),
  );
}

/** Inputs and outputs of these common fields, as effects. */
export function moves({
  inputs,
  outputs,
}: {
  inputs: TransferableInput[];
  outputs: TransferableOutput[];
}): UtxoEffect[] {
  return [...inputs.map((input, i) => consumed(input, i)), ...produced(outputs, 0)];
}

/** New outputs, numbered from `firstIndex` on. */
export function produced(outputs: TransferableOutput[], firstIndex: number): UtxoEffect[] {
  return outputs.map(({ assetId, output }, i) => ({
    kind: "utxo.produced",
    outputIndex: firstIndex + i,
    output: toOutput(assetId, output),
  }));
}

/** Inputs from atomic memory. `firstCredential` belongs to the first of them. */
export function imported(
  inputs: TransferableInput[],
  { sourceChain, firstCredential }: { sourceChain: Uint8Array; firstCredential: number },
): UtxoEffect[] {
  return inputs.map((input, i) => ({ sourceChain, ...consumed(input, firstCredential + i) }));
}

/** Outputs to atomic memory, numbered after the transaction's own outputs. */
export function exported(
  outputs: TransferableOutput[],
  { destinationChain, firstIndex }: { destinationChain: Uint8Array; firstIndex: number },
): UtxoEffect[] {
  return outputs.map(({ assetId, output }, i) => ({
    kind: "utxo.exported",
    outputIndex: firstIndex + i,
    output: toOutput(assetId, output),
    destinationChain,
  }));
}

function consumed({ txId, outputIndex, assetId, input }: TransferableInput, credential: number) {
  const spent = { kind: "utxo.consumed" as const, sourceTxId: txId, outputIndex, assetId, credential };
  if (input.type === "secp256k1.transfer") {
    return { amount: input.amount, sigIndices: input.signatureIndices, ...spent };
  }
  const { amount, signatureIndices } = input.input;
  return { amount, sigIndices: signatureIndices, stakeableLocktime: input.locktime, ...spent };
}

function amountOf(input: AnyInput): bigint {
  return input.type === "stakeable.lockIn" ? input.input.amount : input.amount;
}

/** Shows amounts inside as amounts of the value's own asset. */
export function inAsset<T extends { assetId: Uint8Array }>(inner: Layout<T>): Layout<T> {
  return {
    ...inner,
    show: (value, format) => inner.show(value, { ...format, assetId: value.assetId }),
    spans(cursor, field, format) {
      const start = cursor.offset;
      const { assetId } = inner.read(cursor);
      cursor.offset = start;
      return inner.spans(cursor, field, { ...format, assetId });
    },
  };
}

/**
 * Adds the feature extension after the asset, as the node's JSON does. On the C-Chain the node does not know it and
 * writes zeros.
 */
function withFxId(json: { [key: string]: Json }, type: string, { chain }: Format): Json {
  const fxID = chain === "C" ? formatId(PRIMARY_NETWORK_ID) : fxIdOf(type);
  const entries = Object.entries(json);
  return Object.fromEntries([...entries.slice(0, -1), ["fxID", fxID], ...entries.slice(-1)]);
}
