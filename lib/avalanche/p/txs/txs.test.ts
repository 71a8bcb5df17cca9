import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "../../bytes";
import { formatId } from "../../ids";
import type { Json } from "../../layout";
import { emptyForNull, jsonText, listVectors, readVectors } from "../../vectors/read";
import { txToJson } from "../json";
import { decodePTx, encodePTx, P_TXS } from ".";

interface Sample {
  node: string;
  network: bigint;
  /** Of the container it was accepted in; constructed samples were not. */
  index?: bigint;
  capturedAt?: string;
  constructed?: string;
  txId: string;
  bytes: string;
  json: Json;
}

const files = listVectors("../p/vectors").map((name) =>
  readVectors<{ type: string; samples: Sample[] }>(`../p/vectors/${name}`),
);

test("every transaction type has samples, all say where they come from", () => {
  expect(files.map(({ type }) => type).sort()).toEqual(P_TXS.map(({ name }) => name).sort());
  for (const { samples } of files) {
    for (const { node, constructed, index, capturedAt } of samples) {
      expect(node).toBe("avalanchego/1.14.2");
      expect(constructed !== undefined || (index !== undefined && capturedAt !== undefined)).toBe(true);
    }
  }
});

describe.each(files)("$type", ({ type, samples }) => {
  test.each(samples)("on network $network reads, writes and equals the node's JSON: $txId", (sample) => {
    const bytes = fromHex(sample.bytes);
    const tx = decodePTx(bytes);
    expect(tx.txType).toBe(type);
    expect(formatId(tx.txId)).toBe(sample.txId);
    expect(tx.bytes).toEqual(bytes);
    expect(toHex(encodePTx(tx))).toBe(sample.bytes);
    const expected = sample.constructed === undefined ? sample.json : emptyForNull(sample.json);
    const hrp = sample.network === 12345n ? "local" : "custom";
    expect(jsonText(txToJson(tx, { hrp }))).toBe(jsonText(expected));
  });
});

test("type ids are unique", () => {
  expect(new Set(P_TXS.map(({ typeId }) => typeId)).size).toBe(P_TXS.length);
});
