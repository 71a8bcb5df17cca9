import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import type { Effect } from "../effects";
import { formatId, toCb58 } from "../ids";
import { showAddress } from "../show";
import type { SignedTx, TxCodec } from "../transaction";
import { emptyForNull, jsonText, listVectors, readVectors } from "./read";

/** A transaction of a real node, or one constructed by its codec. */
interface Sample {
  node: string;
  network: bigint;
  /** Of the container it was accepted in; undefined for constructed samples. */
  index?: bigint;
  capturedAt?: string;
  constructed?: string;
  txId: string;
  bytes: string;
  json: Json;
  /** Its effects, derived from the node's JSON and not by the codec: ids, addresses and numbers in text form. */
  effects?: Json;
}

interface Chain<T> {
  chain: "P" | "X" | "C";
  definitions: readonly { name: string; typeId: number }[];
  codec: TxCodec<T>;
  toJson: (tx: T, options: { hrp: string }) => Json;
}

/** For tests: a chain has samples of every transaction type, and decodes, encodes and annotates each as the node does. */
export function proveSamples<T extends SignedTx<string, unknown, unknown>>({
  chain,
  definitions,
  codec,
  toJson,
}: Chain<T>): void {
  const folder = `../${chain.toLowerCase()}/vectors`;
  const files = listVectors(folder).map((name) =>
    readVectors<{ type: string; samples: Sample[] }>(`${folder}/${name}`),
  );

  test("every transaction type has samples, all say where they come from", () => {
    expect(files.map(({ type }) => type).sort()).toEqual(definitions.map(({ name }) => name).sort());
    for (const { node, constructed, index, capturedAt } of files.flatMap(({ samples }) => samples)) {
      expect(node).toBe("avalanchego/1.14.2");
      expect(constructed !== undefined || (index !== undefined && capturedAt !== undefined)).toBe(true);
    }
  });

  test.each(files)("it is written what a $type does", ({ samples }) => {
    expect(samples.flatMap(({ effects }) => effects ?? []).length).toBeGreaterThan(0);
  });

  test("type ids are unique", () => {
    expect(new Set(definitions.map(({ typeId }) => typeId)).size).toBe(definitions.length);
  });

  describe.each(files)("$type", ({ type, samples }) => {
    test.each(samples)("on network $network reads, writes and equals the node's JSON: $txId", (sample) => {
      const bytes = fromHex(sample.bytes);
      const tx = codec.decode(bytes);
      const hrp = hrpOf(sample);
      expect(tx.txType).toBe(type);
      expect(formatId(tx.txId)).toBe(sample.txId);
      expect(tx.bytes).toEqual(bytes);
      expect(toHex(codec.encode(tx))).toBe(sample.bytes);
      const expected = sample.constructed === undefined ? sample.json : emptyForNull(sample.json);
      expect(jsonText(toJson(tx, { hrp }))).toBe(jsonText(expected));
    });

    test.each(samples.filter(({ effects }) => effects))("has the effects listed for $txId", (sample) => {
      const words = codec.effectsOf(codec.decode(fromHex(sample.bytes)));
      expect(words.map((effect) => spell(effect, { chain, hrp: hrpOf(sample) }))).toEqual(sample.effects);
    });
  });
}

function hrpOf({ network }: Sample): string {
  return network === 12345n ? "local" : "custom";
}

/** An effect with bytes and numbers as text, as in the samples. */
function spell(effect: Effect, { chain, hrp }: { chain: "P" | "X" | "C"; hrp: string }): Json {
  const owner = (bytes: Uint8Array) => (chain === "C" ? toCb58(bytes) : showAddress(bytes, { hrp, chain }));
  const visit = (value: unknown, name: string): Json => {
    if (value instanceof Uint8Array) {
      if (name === "addresses") return owner(value);
      return value.length === 32 ? formatId(value) : toHex(value);
    }
    if (Array.isArray(value)) return value.map((each) => visit(each, name));
    if (typeof value === "number") return BigInt(value);
    if (typeof value !== "object" || value === null) return value as Json;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each, key)]));
  };
  return visit(effect, "");
}
