import { metadataUpdateOf } from "../../avalanche/evm/metadata-update";
import type { EvmLog } from "../../avalanche/evm/receipt";
import { teleporterMessageOf } from "../../avalanche/evm/teleporter";
import { amountColumn } from "../../store/columns";
import type { EvmProjection } from "./projection";

interface SeenEvent {
  position: number;
  logIndex: number;
  log: Pick<EvmLog, "address" | "topics" | "data">;
}

/** Rows of an event that moves nothing: metadata that changed, a message between chains. */
export function projectNotice(
  projection: Pick<EvmProjection, "batch" | "addressId">,
  { position, logIndex, log }: SeenEvent,
): void {
  const update = metadataUpdateOf(log);
  if (update !== undefined) {
    projection.batch.metadata_update.push({
      token_id: projection.addressId(log.address),
      first_number: amountColumn(update.first),
      last_number: amountColumn(update.last),
    });
  }
  const message = teleporterMessageOf(log);
  if (message === undefined) return;
  projection.batch.teleporter_message.push({
    position,
    log_index: logIndex,
    message_id: message.messageId,
    sent: message.isSent ? 1 : 0,
    other_blockchain_id: message.otherBlockchainId,
  });
}
