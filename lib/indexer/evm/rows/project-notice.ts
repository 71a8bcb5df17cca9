import { amountColumn } from "../../../store/rows/columns";
import type { ExecutedEvent } from "../feed/block";
import type { EvmProjection } from "./projection";

/** Rows of an event that moves nothing: a metadata update, or a message between chains. */
export function projectNotice(
  projection: Pick<EvmProjection, "batch" | "addressId">,
  position: number,
  { logIndex, contract, update, message }: ExecutedEvent,
): void {
  if (update !== undefined) {
    projection.batch.metadata_update.push({
      token_id: projection.addressId(contract),
      first_number: amountColumn(update.first),
      last_number: amountColumn(update.last),
    });
  }
  if (message === undefined) return;
  projection.batch.teleporter_message.push({
    position,
    log_index: logIndex,
    message_id: message.messageId,
    sent: message.isSent,
    other_blockchain_id: message.otherBlockchainId,
  });
}
