import { MESSAGE_STEPS, type MessageStep } from "../../../avalanche/evm/message-steps";
import { positionOf, TXS_PER_BLOCK } from "../../../store/rows/columns";
import type { MessageStepTable } from "../../../store/tables/evm/chain";
import type { ExecutedEvent } from "../feed/block";

/** What a transaction does to messages between chains: those that it brings, and its events, in their order. */
export interface MessagingTransaction {
  brought: readonly MessageStep[];
  events: readonly Pick<ExecutedEvent, "message">[];
}

/** Rows of the steps of messages in a block. A block has room for fewer steps than can be numbered. */
export function messageRows(
  height: number,
  transactions: readonly MessagingTransaction[],
): MessageStepTable[] {
  return transactions
    .flatMap(({ brought, events }, index) => {
      const told = events.flatMap(({ message }) => message ?? []);
      return [...brought, ...told].map((step) => ({ step, index }));
    })
    .slice(0, TXS_PER_BLOCK)
    .map(({ step, index }, number) => ({
      step: positionOf(height, number),
      position: positionOf(height, index),
      kind: MESSAGE_STEPS.indexOf(step.kind),
      message_id: step.messageId,
      other_blockchain_id: step.otherBlockchainId,
      sender: step.sender ?? null,
      recipient: step.recipient ?? null,
      data: step.data,
    }));
}
