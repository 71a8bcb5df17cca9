import { expect, test } from "vitest";
import { decodeContainer } from "../proposer/proposervm";
import { fuzzBytes, fuzzTxs } from "../vectors/fuzz";
import { NETWORKS, readContainers } from "../vectors/read";
import { annotateXBlock, annotateXTx } from "./annotate";
import { decodeXBlock, encodeXBlock } from "./block";
import { X_TXS, xTxs } from "./txs";

const containers = (await Promise.all(NETWORKS.map(({ name }) => readContainers(name, "X/block")))).flat();
const txs = containers.flatMap(({ bytes }) => decodeXBlock(decodeContainer(bytes, "x").inner).txs);

fuzzTxs(X_TXS, txs, { ...xTxs, annotate: (bytes) => annotateXTx(bytes, { hrp: "custom" }) });

test("damaged containers give a value or a DataError", () => {
  fuzzBytes(
    containers.map(({ bytes }) => bytes),
    (bytes) => {
      const { inner } = decodeContainer(bytes, "x");
      expect(encodeXBlock(decodeXBlock(inner))).toEqual(inner);
      annotateXBlock(inner, { hrp: "custom" });
    },
  );
});
