import type { Status } from "@/components/ui/status-pill";
import type { Message, MessageStepFacts } from "@/lib/contract/firn/messages";
import { formatDuration, plural } from "@/lib/words/format";

/** A message's state as a pill. */
export function stateOf({ status, waitingSeconds }: Pick<Message, "status" | "waitingSeconds">): {
  status: Status;
  word: string;
} {
  switch (status) {
    case "sent":
      return { status: "unknown", word: "Sent" };
    case "waiting":
      return {
        status: "processing",
        word: waitingSeconds === undefined ? "Waiting" : `Waiting ${formatDuration(waitingSeconds * 1_000)}`,
      };
    case "delivered":
      return { status: "success", word: "Delivered" };
    case "executed":
      return { status: "success", word: "Executed" };
    case "failed":
      return { status: "failed", word: "Delivered, call failed" };
  }
}

/** What a message says, in a few words. A text is free: anybody may have written it. */
export function saysOf({ l1Message, text, blockHash, payload }: Message): { words: string; isFree: boolean } {
  if (l1Message !== undefined) return { words: l1Message.kind, isFree: false };
  if (blockHash !== undefined) return { words: "attests a block", isFree: false };
  if (text !== undefined) return { words: text, isFree: true };
  const bytes = payload === undefined ? 0 : (payload.length - 2) / 2;
  return { words: bytes === 0 ? "nothing" : plural(bytes, "byte", "bytes"), isFree: false };
}

/** Steps as sentences have them. */
export const STEP_WORDS: Record<MessageStepFacts["kind"], string> = {
  sent: "Sent",
  arrived: "Delivered",
  executed: "Executed",
  executionFailed: "Call failed",
  feeAdded: "Fee added",
  receiptReceived: "Receipt came back",
};
