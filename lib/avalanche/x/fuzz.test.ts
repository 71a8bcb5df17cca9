import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHex } from "../bytes";
import { decodeContainer } from "../proposervm";
import { damaged, expectValueOrDataError, randomTx } from "../vectors/fuzz";
import { NETWORKS, readContainers } from "../vectors/read";
import { annotateXBlock, annotateXTx } from "./annotate";
import { decodeXBlock, encodeXBlock } from "./block";
import { decodeXTx, effectsOf, encodeXTx, X_TXS, type XTx } from "./txs";

const containers = (await Promise.all(NETWORKS.map(({ name }) => readContainers(name, "X/block")))).flat();
const blocks = containers.map(({ bytes }) => decodeXBlock(decodeContainer(bytes, "x").inner));

describe.each(X_TXS.map(({ name }) => name))("%s", (name) => {
  const txs = blocks.flatMap((block) => block.txs).filter(({ txType }) => txType === name);

  test("any values encode, decode and are equal", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...txs).chain((tx) => randomTx<XTx>(tx)),
        (tx) => {
          const again = decodeXTx(encodeXTx(tx));
          expect(again.unsigned).toEqual(tx.unsigned);
          expect(again.credentials).toEqual(tx.credentials);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("damaged bytes give a value or a DataError", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...txs).chain(({ bytes }) => damaged(bytes)),
        (bytes) => {
          expectValueOrDataError(() => {
            const tx = decodeXTx(bytes);
            expect(toHex(encodeXTx(tx))).toBe(toHex(bytes));
            annotateXTx(bytes, { hrp: "custom" });
            effectsOf(tx);
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

test("damaged containers give a value or a DataError", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...containers).chain(({ bytes }) => damaged(bytes)),
      (bytes) => {
        expectValueOrDataError(() => {
          const { inner } = decodeContainer(bytes, "x");
          expect(toHex(encodeXBlock(decodeXBlock(inner)))).toBe(toHex(inner));
          annotateXBlock(inner, { hrp: "custom" });
        });
      },
    ),
    { numRuns: 500 },
  );
});
