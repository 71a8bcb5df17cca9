import { describe, expect, test } from "vitest";
import { toHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import { recoverSigners } from "../crypto/signatures";
import { formatId } from "../ids";
import { decodeContainer, encodeContainer } from "../proposer/proposervm";
import {
  countBy,
  describeWrapper,
  jsonText,
  NETWORKS,
  parseLossless,
  readCaptures,
  readContainers,
} from "../vectors/read";
import { decodeXBlock, encodeXBlock } from "./block";
import { blockToJson, txToJson } from "./json";
import { decodeXTx, effectsOf, encodeXTx } from "./txs";

/** A container as decoded by the node's own codecs. */
interface Decoded {
  containerID: string;
  height: bigint;
  innerID: string;
  innerParentID: string;
  innerTimestamp: bigint;
  outer: Json;
  txs: { id: string; type: string; length: bigint; unsignedLength: bigint }[] | null;
}

describe.each(NETWORKS)("every X-Chain container of $name", async ({ name, hrp }) => {
  const captures = readCaptures(name);
  const decoded = parseLossless<Decoded[]>(captures.xDecoded);
  const containers = await readContainers(name, "X/block");
  const blocks = containers.map(({ bytes }) => decodeXBlock(decodeContainer(bytes, "x").inner));

  test("is in the captures", () => {
    expect(containers.length).toBe(decoded.length);
    expect(containers.length).toBe({ "custom-network": 62, "local-network": 52 }[name]);
  });

  test("gives the id it was accepted under, and encodes to the same bytes", () => {
    containers.forEach(({ id, bytes }, i) => {
      const container = decodeContainer(bytes, "x");
      expect(formatId(container.containerId)).toBe(id);
      expect(toHex(encodeContainer(container))).toBe(toHex(bytes));
      const block = decodeXBlock(container.inner);
      expect(toHex(encodeXBlock(block))).toBe(toHex(container.inner));
      for (const tx of block.txs) {
        expect(toHex(encodeXTx(tx))).toBe(toHex(tx.bytes));
        expect(formatId(decodeXTx(tx.bytes).txId)).toBe(formatId(tx.txId));
      }
      const expected = decoded[i];
      expect(describeWrapper(container)).toEqual(expected?.outer);
      expect(formatId(block.blockId)).toBe(expected?.innerID);
      expect(formatId(block.parentId)).toBe(expected?.innerParentID);
      expect([block.height, block.time]).toEqual([expected?.height, expected?.innerTimestamp]);
      expect(
        block.txs.map((tx) => ({
          id: formatId(tx.txId),
          type: tx.txType,
          length: BigInt(tx.bytes.length),
          unsignedLength: BigInt(tx.unsignedBytes.length),
        })),
      ).toEqual(expected?.txs);
    });
  });

  test("equals the node's JSON in every field and in the order of keys", () => {
    const expected = parseLossless<Json[]>(captures.xBlocks);
    // captures start with block 0, which no index holds
    blocks.forEach((block, i) => {
      expect(jsonText(blockToJson(block, { hrp }))).toBe(jsonText(expected[i + 1]));
    });
  });

  test("has transactions that equal the node's JSON", () => {
    const expected = parseLossless<{ txID: string; json: Json }[]>(captures.xTxs);
    const texts = new Map(expected.map(({ txID, json }) => [txID, jsonText(json)]));
    const txs = blocks.flatMap(({ txs }) => txs);
    expect(txs.length).toBe(texts.size);
    for (const tx of txs) expect(jsonText(txToJson(tx, { hrp }))).toBe(texts.get(formatId(tx.txId)));
    console.info(name, countBy(txs.map(({ txType }) => txType)));
  });

  test("is signed by the owners of what it spends", () => {
    const owners = new Map<string, Uint8Array[]>();
    let checked = 0;
    for (const tx of blocks.flatMap(({ txs }) => txs)) {
      const signers = tx.credentials.map((credential) => recoverSigners(tx.unsignedBytes, credential));
      for (const effect of effectsOf(tx)) {
        if (effect.kind === "utxo.produced") {
          owners.set(`${formatId(tx.txId)}:${effect.outputIndex}`, effect.output.owner.addresses);
        }
        if (effect.kind !== "utxo.consumed") continue;
        const addresses = owners.get(`${formatId(effect.sourceTxId)}:${effect.outputIndex}`);
        if (addresses === undefined) continue;
        expect(signers[effect.credential]).toEqual(effect.sigIndices.map((index) => addresses[index]));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(40);
    console.info(`${name}: signatures of ${checked} inputs and operations`);
  });
});
