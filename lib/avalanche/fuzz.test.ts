import { describe, expect, test } from "vitest";
import { fromHex } from "./codec/bytes";
import { decode } from "./codec/layout";
import { decodeContainer, encodeContainer, wrapper } from "./proposer/proposervm";
import { decodeUtxo, encodeUtxo } from "./utxo/utxo";
import { fuzzBytes, fuzzLayout, fuzzValues } from "./vectors/fuzz";
import { NETWORKS, readContainers, readVectors } from "./vectors/read";
import { decodeL1Message, decodeWarpMessage, decodeWarpPayload, l1Message, signedWarpMessage } from "./warp";
import { decodeXBlock } from "./x/block";
import { effectsOf } from "./x/txs";

interface Samples {
  samples: { name: string; bytes?: string }[];
}
const bytesOf = (file: string) => readVectors<Samples>(file).samples.map(({ bytes }) => fromHex(bytes ?? ""));

const wrappers = bytesOf("proposervm.json");
const containers = (await Promise.all(NETWORKS.map(({ name }) => readContainers(name, "X/block")))).flat();

test("wrappers of every kind survive encoding and decoding", () => {
  const blocks = wrappers.map((bytes) => decode(wrapper, bytes));
  expect(new Set(blocks.map(({ type }) => type)).size).toBe(3);
  fuzzLayout(wrapper, blocks);
});

test("damaged wrappers give a value or a DataError", () => {
  fuzzBytes([...wrappers, ...containers.map(({ bytes }) => bytes)], (bytes) =>
    expect(encodeContainer(decodeContainer(bytes, "x"))).toEqual(bytes),
  );
});

const warp = readVectors<Samples>("warp.json").samples.map(({ name, bytes }) => ({
  name,
  bytes: fromHex(bytes ?? ""),
}));
const signed = warp.filter(({ name }) => name.startsWith("signed")).map(({ bytes }) => bytes);
const messages = warp.filter(({ name }) => /^(Subnet|Register|L1)/.test(name)).map(({ bytes }) => bytes);

test("warp messages and their payloads survive encoding and decoding", () => {
  expect(new Set(messages.map((bytes) => decodeL1Message(bytes).type)).size).toBe(4);
  fuzzLayout(
    l1Message,
    messages.map((bytes) => decodeL1Message(bytes)),
  );
  fuzzLayout(
    signedWarpMessage,
    signed.map((bytes) => decode(signedWarpMessage, bytes)),
  );
});

test("damaged warp messages and payloads give a value or a DataError", () => {
  fuzzBytes(signed, decodeWarpMessage);
  fuzzBytes(
    signed.map((bytes) => decodeWarpMessage(bytes).payload),
    decodeWarpPayload,
  );
  fuzzBytes(messages, decodeL1Message);
});

describe("UTXOs of every kind of output", () => {
  const utxos = containers.flatMap(({ bytes }) =>
    decodeXBlock(decodeContainer(bytes, "x").inner).txs.flatMap((tx) =>
      effectsOf(tx).flatMap((effect) =>
        effect.kind === "utxo.produced" ? [encodeUtxo({ ...effect, txId: tx.txId })] : [],
      ),
    ),
  );
  const values = utxos.map(decodeUtxo);

  test("with any values survive encoding and decoding; those without an amount still have none", () => {
    expect(new Set(values.map(({ output }) => output.outputType)).size).toBe(6);
    fuzzValues(values, (value) => {
      const again = decodeUtxo(encodeUtxo(value));
      const hasAmount = value.output.outputType === "secp256k1.transfer";
      return hasAmount ? again : { ...again, output: { ...again.output, amount: value.output.amount } };
    });
  });

  test("if damaged give a value or a DataError", () => {
    fuzzBytes(utxos, (bytes) => expect(encodeUtxo(decodeUtxo(bytes))).toEqual(bytes), 1500);
  });
});
