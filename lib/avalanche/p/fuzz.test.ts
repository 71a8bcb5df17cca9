import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromHex } from "../bytes";
import { decodeContainer } from "../proposervm";
import { damaged, expectValueOrDataError, randomTx } from "../vectors/fuzz";
import { listVectors, readContainers, readVectors } from "../vectors/read";
import { annotatePBlock, annotatePTx } from "./annotate";
import { allTxs, decodePBlock } from "./block";
import { decodePTx, effectsOf, encodePTx, type PTx } from "./txs";

const files = listVectors("../p/vectors").map((name) => {
  const { type, samples } = readVectors<{ type: string; samples: { bytes: string }[] }>(
    `../p/vectors/${name}`,
  );
  return { type, txs: samples.map(({ bytes }) => decodePTx(fromHex(bytes))) };
});

describe.each(files)("$type", ({ txs }) => {
  test("any values encode, decode and are equal", () => {
    const values = fc.oneof(...txs.map((tx) => randomTx<PTx>(tx)));
    fc.assert(
      fc.property(values, (tx) => {
        const again = decodePTx(encodePTx(tx));
        expect(again.unsigned).toEqual(tx.unsigned);
        expect(again.credentials).toEqual(tx.credentials);
      }),
      { numRuns: 50 },
    );
  });

  test("damaged bytes give a value or a DataError", () => {
    const values = fc.oneof(...txs.map(({ bytes }) => damaged(bytes)));
    fc.assert(
      fc.property(values, (bytes) => {
        expectValueOrDataError(() => {
          const tx = decodePTx(bytes);
          expect(encodePTx(tx)).toEqual(bytes);
          annotatePTx(bytes, { hrp: "custom" });
          effectsOf(tx);
        });
      }),
      { numRuns: 200 },
    );
  });
});

test("damaged containers give a value or a DataError", async () => {
  const containers = await readContainers("custom-network", "P/block");
  const values = fc.constantFrom(...containers).chain(({ bytes }) => damaged(bytes));
  fc.assert(
    fc.property(values, (bytes) => {
      expectValueOrDataError(() => {
        const { inner } = decodeContainer(bytes, "p");
        for (const tx of allTxs(decodePBlock(inner))) effectsOf(tx);
        annotatePBlock(inner, { hrp: "custom" });
      });
    }),
    { numRuns: 1000 },
  );
});
