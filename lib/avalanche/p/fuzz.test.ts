import { expect, test } from "vitest";
import { fromHex } from "../codec/bytes";
import { decodeContainer } from "../proposer/proposervm";
import { fuzzBytes, fuzzTxs } from "../vectors/fuzz";
import { listVectors, readContainers, readVectors } from "../vectors/read";
import { annotatePBlock, annotatePTx } from "./annotate";
import { allTxs, decodePBlock, encodePBlock } from "./block";
import { decodePTx, effectsOf, P_TXS, pTxs } from "./txs";

interface Samples {
  samples: { bytes: string }[];
}
const txs = listVectors("../p/vectors")
  .flatMap((name) => readVectors<Samples>(`../p/vectors/${name}`).samples)
  .map(({ bytes }) => decodePTx(fromHex(bytes)));

fuzzTxs(P_TXS, txs, { ...pTxs, annotate: (bytes) => annotatePTx(bytes, { hrp: "custom" }) });

test("damaged blocks of every type give a value or a DataError", () => {
  const blocks = readVectors<Samples>("p-blocks.json").samples.map(({ bytes }) => fromHex(bytes));
  fuzzBytes(blocks, (bytes) => expect(encodePBlock(decodePBlock(bytes))).toEqual(bytes), 1000);
});

test("damaged containers give a value or a DataError", async () => {
  const containers = await readContainers("custom-network", "P/block");
  const read = (bytes: Uint8Array) => {
    const { inner } = decodeContainer(bytes, "p");
    for (const tx of allTxs(decodePBlock(inner))) effectsOf(tx);
    annotatePBlock(inner, { hrp: "custom" });
  };
  fuzzBytes(
    containers.map(({ bytes }) => bytes),
    read,
    1000,
  );
});
