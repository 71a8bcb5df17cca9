import { equalBytes } from "../../../avalanche/codec/bytes";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { isZeroAddress } from "../../../avalanche/evm/transfers";
import {
  ACTIVITY,
  CONTRACT_DOUBTS,
  eventItem,
  NO_TOKEN_NUMBER,
  TOKEN_STANDARDS,
  toAmount,
} from "../../../store/rows/columns";
import type { ExecutedEvent } from "../feed/block";
import type { EvmProjection } from "./projection";

interface SeenEvent {
  position: number;
  event: ExecutedEvent;
  /** Of the same transaction, it among them. */
  events: readonly ExecutedEvent[];
}

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

/** Rows of coin that a token wrapped or gave back, when the event is of one and no transfer says the same. */
export function projectWrap(projection: EvmProjection, { position, event, events }: SeenEvent): void {
  const { wrap, contract, logIndex } = event;
  if (wrap === undefined || wrap.value.length === 0 || isZeroAddress(wrap.holder)) return;
  const tokenId = projection.addressId(contract);
  if (projection.standardOf(tokenId) !== ERC20) {
    projection.doubt(tokenId, CONTRACT_DOUBTS.wrap);
    return;
  }
  const { holder, value, isDeposit } = wrap;
  if (!projection.wrapsCoin(tokenId)) {
    if (saysByTransfer(events, contract, isDeposit)) return;
    projection.trustWraps(tokenId);
  }
  const holderId = projection.addressId(holder);
  projection.batch.coin_wrap.push({
    position,
    log_index: logIndex,
    token_id: tokenId,
    holder_id: holderId,
    wrapped: isDeposit,
    value: toAmount(value),
  });
  const item = eventItem(logIndex, 0);
  projection.addActivity(holderId, ACTIVITY.wrap, position, item);
  projection.addActivity(tokenId, ACTIVITY.wrapper, position, item);
  projection.countWrap(tokenId, { contract, holder, holderId, settles: true });
  const amount = quantityToBigint(value);
  projection.addBalance({ tokenId, number: NO_TOKEN_NUMBER, holderId }, isDeposit ? amount : -amount);
}

/**
 * Whether the contract says by a `Transfer` that tokens came into being, or went. Nothing moved says nothing: who has no
 * tokens can move none of nobody's.
 */
export function saysByTransfer(
  events: readonly ExecutedEvent[],
  contract: Uint8Array,
  isDeposit: boolean,
): boolean {
  return events.some(
    (event) =>
      equalBytes(event.contract, contract) &&
      event.transfers.some(({ from, to, value }) => value.length > 0 && isZeroAddress(isDeposit ? from : to)),
  );
}
