import { expect, test } from "vitest";
import { NARROW } from "@/lib/words/format";
import { describeWaiting } from "./waiting-words";

const PENDING = {
  from: "0x0",
  valueWei: "1",
  nonce: 9,
  nextNonce: 7,
  gasLimit: 21_000,
  maxFeePerGasWei: "2000000000",
  baseFeeWei: "25000000000",
};
const NANO = "nAVAX";

test("a pending transaction says everything that it waits for", () => {
  const [nonce, fee] = describeWaiting(
    { status: "pending", pending: { ...PENDING, waitsFor: ["nonce", "fee"] }, checkedAt: 1 },
    NANO,
  );
  expect(nonce).toBe(
    "It has nonce 9, and its sender’s next is 7: it waits for the 2 transactions before it.",
  );
  expect(fee).toBe(
    `It pays at most 2${NARROW}nAVAX per gas, less than the base fee of the newest block, 25${NARROW}nAVAX: it waits for a lower one.`,
  );
  expect(
    describeWaiting({ status: "pending", pending: { ...PENDING, waitsFor: [] }, checkedAt: 1 }, NANO),
  ).toEqual(["Nothing holds it back: one of the next blocks can have it."]);
});

test.each([
  [{ status: "dropped", reason: "fee too low." }, "The node refused it: fee too low."],
  [{ status: "dropped" }, "The node refused it and does not say why."],
  [
    { status: "accepted", height: 1234 },
    "The node has accepted block 1,234 with it. Firn reads that block next.",
  ],
  [
    { status: "dropped", reason: "another transaction of its sender has nonce 1", replacedBy: "0xab" },
    "Its sender sent another transaction with the same nonce, and that one is in a block: this one never will be.",
  ],
  [{ status: "processing" }, "The node has it and waits for the network’s decision."],
] as const)("%j is said in words", (facts, sentence) => {
  expect(describeWaiting({ ...facts, checkedAt: 1 }, NANO)).toEqual([sentence]);
});
