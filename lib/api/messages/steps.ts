import type { MessageStepKind } from "../../avalanche/evm/message-steps";
import type { MessageStepFacts } from "../../contract/firn/messages";
import type { MessageEvent } from "./events";
import { placeOf } from "./present";

/** In the order in which they can follow each other. */
const STEPS: Partial<Record<MessageStepKind, MessageStepFacts["kind"]>> = {
  warpSent: "sent",
  sent: "sent",
  feeAdded: "feeAdded",
  warpBrought: "arrived",
  attestationBrought: "arrived",
  received: "arrived",
  executionFailed: "executionFailed",
  executed: "executed",
  receiptReceived: "receiptReceived",
};

/** In the order of time; those of one second, which both chains may have, as one follows from the other. */
export function stepsOf(events: readonly MessageEvent[]): MessageStepFacts[] {
  const order = Object.values(STEPS);
  return events
    .flatMap((event) => {
      const kind = STEPS[event.kind];
      return kind === undefined ? [] : [{ kind, ...placeOf(event) }];
    })
    .sort((a, b) => a.blockTimestamp - b.blockTimestamp || order.indexOf(a.kind) - order.indexOf(b.kind));
}
