import { describe, expect, test } from "vitest";
import { toHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import { recoverSigners } from "../crypto/signatures";
import type { Owner } from "../effects";
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
import { allTxs, decodePBlock, encodePBlock } from "./block";
import { blockToJson } from "./json";
import { decodePTx, effectsOf, encodePTx } from "./txs";

/** A container as decoded by the node's own codecs. */
interface Decoded {
  blockType: string;
  containerID: string;
  height: bigint;
  innerID: string;
  innerParentID: string;
  innerTimestamp?: bigint;
  outer: Json;
  txs?: { id: string; type: string }[];
}

describe.each(NETWORKS)("every P-Chain container of $name", async ({ name, hrp }) => {
  const captures = readCaptures(name);
  const decoded = parseLossless<Decoded[]>(captures.pDecoded);
  const blocks = parseLossless<Json[]>(captures.pBlocks);
  const containers = await readContainers(name, "P/block");

  test("is in the captures", () => {
    expect(containers.length).toBe(decoded.length);
    expect(containers.length).toBe({ "custom-network": 110, "local-network": 86 }[name]);
  });

  test("gives the id it was accepted under, and encodes to the same bytes", () => {
    for (const { id, bytes } of containers) {
      const container = decodeContainer(bytes, "p");
      expect(formatId(container.containerId)).toBe(id);
      expect(toHex(encodeContainer(container))).toBe(toHex(bytes));
      const block = decodePBlock(container.inner);
      expect(toHex(encodePBlock(block))).toBe(toHex(container.inner));
      for (const tx of allTxs(block)) {
        expect(toHex(encodePTx(tx))).toBe(toHex(tx.bytes));
        expect(formatId(decodePTx(tx.bytes).txId)).toBe(formatId(tx.txId));
      }
    }
  });

  test("decodes to what the node's codecs read in it", () => {
    containers.forEach(({ bytes }, i) => {
      const expected = decoded[i] as Decoded;
      const container = decodeContainer(bytes, "p");
      const block = decodePBlock(container.inner);
      expect(block.blockType).toBe(expected.blockType);
      expect(formatId(block.blockId)).toBe(expected.innerID);
      expect(formatId(block.parentId)).toBe(expected.innerParentID);
      expect(block.height).toBe(expected.height);
      if (expected.innerTimestamp !== undefined) expect(block.time).toBe(expected.innerTimestamp);
      expect(allTxs(block).map((tx) => ({ id: formatId(tx.txId), type: tx.txType }))).toEqual(
        expected.txs ?? [],
      );
      expect(describeWrapper(container)).toEqual(expected.outer);
    });
  });

  test("equals the node's JSON in every field and in the order of keys", () => {
    containers.forEach(({ bytes }, i) => {
      const block = decodePBlock(decodeContainer(bytes, "p").inner);
      // captures start with block 0, which no index holds
      expect(jsonText(blockToJson(block, { hrp }))).toBe(jsonText(blocks[i + 1]));
    });
  });

  test("is signed by the owners of what it spends", () => {
    const txs = containers.flatMap(({ bytes }) => allTxs(decodePBlock(decodeContainer(bytes, "p").inner)));
    const owners = new Map<string, Owner>();
    let checked = 0;
    for (const tx of txs) {
      const signers = tx.credentials.map((credential) => recoverSigners(tx.unsignedBytes, credential));
      for (const effect of effectsOf(tx)) {
        if (effect.kind === "utxo.produced" || effect.kind === "utxo.staked") {
          owners.set(`${formatId(tx.txId)}:${effect.outputIndex}`, effect.output.owner);
        }
        if (effect.kind !== "utxo.consumed") continue;
        // the rest belongs to genesis and other chains
        const owner = owners.get(`${formatId(effect.sourceTxId)}:${effect.outputIndex}`);
        if (owner === undefined) continue;
        expect(signers[effect.credential]).toEqual(effect.sigIndices.map((index) => owner.addresses[index]));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(50);
    console.info(
      `${name}: signatures of ${checked} inputs; transactions`,
      countBy(txs.map(({ txType }) => txType)),
    );
  });
});
