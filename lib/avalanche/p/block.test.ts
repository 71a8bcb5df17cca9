import { describe, expect, test } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import { formatId } from "../ids";
import { emptyForNull, jsonText, readVectors } from "../vectors/read";
import { allTxs, decodePBlock, encodePBlock } from "./block";
import { blockToJson } from "./json";

interface Sample {
  name: string;
  blockID: string;
  parentID: string;
  height: bigint;
  typeID: bigint;
  bytes: string;
  json: Json;
}
const { samples } = readVectors<{ samples: Sample[] }>("p-blocks.json");

describe("blocks constructed by the node's codec", () => {
  test("cover every type", () => {
    expect(new Set(samples.map(({ typeID }) => Number(typeID)))).toEqual(
      new Set([0, 1, 2, 3, 4, 29, 30, 31, 32]),
    );
  });

  test.each(samples)("$name reads, writes and equals the node's JSON", (sample) => {
    const block = decodePBlock(fromHex(sample.bytes));
    expect(formatId(block.blockId)).toBe(sample.blockID);
    expect(formatId(block.parentId)).toBe(sample.parentID);
    expect(block.height).toBe(sample.height);
    expect(block.typeId).toBe(Number(sample.typeID));
    expect(sample.name).toContain(block.blockType);
    expect(toHex(encodePBlock(block))).toBe(sample.bytes);
    expect(jsonText(blockToJson(block, { hrp: "local" }))).toBe(jsonText(emptyForNull(sample.json)));
  });
});

test("transactions are counted decisions first, then the proposal", () => {
  const sample = samples.find(({ name }) => name === "BanffProposalBlock with decision txs");
  const block = decodePBlock(fromHex(sample?.bytes ?? ""));
  expect(allTxs(block)).toEqual([...block.txs, block.proposalTx]);
  expect(allTxs(block).map(({ txType }) => txType)).toEqual(["BaseTx", "RewardAutoRenewedValidatorTx"]);
});

test("the transaction of an atomic block is a decision, not a proposal", () => {
  const sample = samples.find(({ name }) => name === "ApricotAtomicBlock");
  const block = decodePBlock(fromHex(sample?.bytes ?? ""));
  expect(block.txs.length).toBe(1);
  expect(block.proposalTx).toBeUndefined();
});
