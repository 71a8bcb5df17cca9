import { amountColumn } from "../../../store/rows/columns";
import type { ExecutedEvent } from "../feed/block";
import type { EvmProjection } from "./projection";

/** Rows of an event that moves nothing: a metadata update. */
export function projectNotice(
  projection: Pick<EvmProjection, "batch" | "addressId">,
  { contract, update }: ExecutedEvent,
): void {
  if (update === undefined) return;
  projection.batch.metadata_update.push({
    token_id: projection.addressId(contract),
    first_number: amountColumn(update.first),
    last_number: amountColumn(update.last),
  });
}
