import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHex } from "../bytes";
import { decodeContainer } from "../proposervm";
import { damaged, expectValueOrDataError, randomTx } from "../vectors/fuzz";
import { NETWORKS, readContainers } from "../vectors/read";
import { annotateCBlock, annotateCTx } from "./annotate";
import { decodeCBlock, encodeCBlock } from "./block";
import { C_TXS, type CTx, decodeCTx, effectsOf, encodeCTx } from "./txs";

const containers = (await Promise.all(NETWORKS.map(({ name }) => readContainers(name, "C/block")))).flat();
const blocks = containers.map(({ bytes }) => decodeCBlock(decodeContainer(bytes, "c").inner));

describe.each(C_TXS.map(({ name }) => name))("%s", (name) => {
  const txs = blocks.flatMap(({ atomic }) => atomic.txs).filter(({ txType }) => txType === name);

  test("any values encode, decode and are equal", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...txs).chain((tx) => randomTx<CTx>(tx)),
        (tx) => {
          const again = decodeCTx(encodeCTx(tx));
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
            const tx = decodeCTx(bytes);
            expect(toHex(encodeCTx(tx))).toBe(toHex(bytes));
            annotateCTx(bytes, { hrp: "custom" });
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
          const { inner } = decodeContainer(bytes, "c");
          expect(toHex(encodeCBlock(decodeCBlock(inner)))).toBe(toHex(inner));
          annotateCBlock(inner, { hrp: "custom" });
        });
      },
    ),
    { numRuns: 500 },
  );
});
