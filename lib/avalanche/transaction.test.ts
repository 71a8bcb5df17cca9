import { describe, expect, it } from "vitest";
import { time, u64 } from "./codec/fields";
import { credentials } from "./codec/fx";
import type { Format } from "./codec/layout";
import { P_TXS } from "./p/txs";
import { defineTx, txCodec } from "./transaction";

/** A type that no upgrade has introduced. */
const foundGlacierTx = defineTx({
  typeId: 4_711,
  name: "FoundGlacierTx",
  since: "helicon",
  gas: "none",
  body: { time, depth: u64 },
  effects: ({ time }) => [{ kind: "time.proposed", time }],
});
const codec = txCodec([...P_TXS, foundGlacierTx], credentials);
const FORMAT: Format = { hrp: "custom", chain: "P" };

describe("one definition of a new transaction type", () => {
  const bytes = codec.encode({
    txId: new Uint8Array(32),
    bytes: new Uint8Array(),
    unsignedBytes: new Uint8Array(),
    typeId: foundGlacierTx.typeId,
    txType: foundGlacierTx.name,
    credentials: [],
    unsigned: { time: 1_795_000_000n, depth: 80n },
  });
  const tx = codec.decode(bytes);

  it("decodes, and encodes to the same bytes", () => {
    expect(tx).toMatchObject({
      txType: "FoundGlacierTx",
      unsigned: { time: 1_795_000_000n, depth: 80n },
      credentials: [],
    });
    expect(codec.encode(tx)).toEqual(bytes);
  });

  it("has its effects", () => {
    expect(codec.effectsOf(tx)).toEqual([{ kind: "time.proposed", time: 1_795_000_000n }]);
  });

  it("annotates all its bytes, field by field", () => {
    const spans = codec.annotate(bytes, FORMAT);
    expect(spans.map(({ label }) => label)).toEqual(expect.arrayContaining(["Time", "Depth"]));
    expect(spans[0]?.start).toBe(0);
    for (const [i, { end }] of spans.entries()) expect(end).toBe(spans[i + 1]?.start ?? bytes.length);
  });
});
