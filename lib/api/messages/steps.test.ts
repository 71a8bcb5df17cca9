import { expect, test } from "vitest";
import type { MessageStepKind } from "../../avalanche/evm/message-steps";
import type { MessageEvent } from "./events";
import { stepsOf } from "./steps";

const event = (kind: MessageStepKind, chainId: string, time: number) =>
  ({ kind, chainId, time, txHash: `0x${kind}`, row: { position: 65_536 } }) as MessageEvent;

test("steps of one second are in the order in which they happen, whichever chain is read first", () => {
  const read = [
    event("received", "1", 100),
    event("executionFailed", "1", 100),
    event("unwrapped", "1", 100),
    event("executed", "1", 101),
    event("sent", "2", 100),
    event("wrapped", "2", 100),
    event("feeAdded", "2", 100),
    event("receiptReceived", "2", 99),
  ];
  expect(stepsOf(read).map(({ kind }) => kind)).toEqual([
    "receiptReceived",
    "sent",
    "feeAdded",
    "arrived",
    "executionFailed",
    "executed",
  ]);
});
