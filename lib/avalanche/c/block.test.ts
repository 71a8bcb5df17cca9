import { describe, expect, test } from "vitest";
import { DataError } from "../../errors";
import { equalBytes, toHex } from "../codec/bytes";
import { decodeContainer } from "../proposer/proposervm";
import { readContainers } from "../vectors/read";
import { type CBlock, decodeCBlock, encodeCBlock } from "./block";
import type { CHeader } from "./header";
import { encodeCTx } from "./txs";

const containers = await readContainers("custom-network", "C/block");
const blocks = containers.map(({ bytes }) => decodeCBlock(decodeContainer(bytes, "c").inner));
const last = blocks.at(-1) as CBlock;

/** Header fields that each upgrade added. */
const GENERATIONS = [
  { upgrade: "Apricot 1", fields: 16 },
  { upgrade: "Apricot 3", fields: 17 },
  { upgrade: "Apricot 4", fields: 19 },
  { upgrade: "Etna", fields: 22 },
  { upgrade: "Granite", fields: 24 },
  { upgrade: "Helicon", fields: 30 },
];

describe.each(GENERATIONS)(
  "a header of $fields fields ($upgrade; 16 and 22 are constructed: no capture has one)",
  ({ fields }) => {
    const header = Object.fromEntries(Object.entries(last.header).slice(0, fields)) as CHeader;

    test("is read back as it was written", () => {
      const bytes = encodeCBlock({ ...last, header });
      const block = decodeCBlock(bytes);
      expect(block.header).toEqual(header);
      expect(Object.keys(block.header).length).toBe(fields);
      expect(toHex(encodeCBlock(block))).toBe(toHex(bytes));
    });
  },
);

describe("atomic transactions", () => {
  const withBatch = blocks.find(({ atomic }) => atomic.txs.length === 1) as CBlock;

  test("are not batched before Apricot 5 (constructed: no capture has it)", () => {
    const [tx] = withBatch.atomic.txs;
    const unchecked = { ...withBatch.header, extDataHash: new Uint8Array(32) };
    const bytes = encodeCBlock({
      ...withBatch,
      header: unchecked,
      atomic: { ...withBatch.atomic, form: "single" },
    });
    const { atomic } = decodeCBlock(bytes);
    expect(atomic.form).toBe("single");
    expect(atomic.txs).toEqual([tx]);
    expect(toHex(bytes)).toContain(toHex(tx ? encodeCTx(tx) : new Uint8Array()).slice(2));
  });

  test("that do not match the header are refused", () => {
    const other = blocks.find(
      ({ atomic }) =>
        atomic.txs.length > 0 &&
        !equalBytes(atomic.txs[0]?.txId ?? last.blockId, withBatch.atomic.txs[0]?.txId ?? last.blockId),
    ) as CBlock;
    const bytes = encodeCBlock({ ...withBatch, atomic: other.atomic });
    expect(() => decodeCBlock(bytes)).toThrow(DataError);
    expect(() => decodeCBlock(bytes)).toThrow("the header says");
  });
});
