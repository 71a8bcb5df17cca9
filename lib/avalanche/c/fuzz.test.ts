import { describe, expect, test } from "vitest";
import { decodeContainer } from "../proposer/proposervm";
import { fuzzBytes, fuzzLayout, fuzzTxs } from "../vectors/fuzz";
import { NETWORKS, readContainers } from "../vectors/read";
import { annotateCBlock, annotateCTx } from "./annotate";
import { decodeCBlock, encodeCBlock } from "./block";
import { type CHeader, header } from "./header";
import { C_TXS, cTxs } from "./txs";

const containers = (await Promise.all(NETWORKS.map(({ name }) => readContainers(name, "C/block")))).flat();
const blocks = containers.map(({ bytes }) => decodeCBlock(decodeContainer(bytes, "c").inner));
const txs = blocks.flatMap(({ atomic }) => atomic.txs);
const longest = blocks.map(({ header }) => header).reduce((a, b) => (keys(b) > keys(a) ? b : a));

fuzzTxs(C_TXS, txs, { ...cTxs, annotate: (bytes) => annotateCTx(bytes, { hrp: "custom" }) });

describe.each([16, 17, 19, 22, 24, 30])("a header of %i fields", (count) => {
  test("with any values survives encoding and decoding", () => {
    fuzzLayout(header, [Object.fromEntries(Object.entries(longest).slice(0, count)) as CHeader]);
  });
});

test("damaged containers give a value or a DataError", () => {
  fuzzBytes(
    containers.map(({ bytes }) => bytes),
    (bytes) => {
      const { inner } = decodeContainer(bytes, "c");
      expect(encodeCBlock(decodeCBlock(inner))).toEqual(inner);
      annotateCBlock(inner, { hrp: "custom" });
    },
  );
});

function keys(header: CHeader): number {
  return Object.keys(header).length;
}
