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
import { CONCLUSIVE } from "../facts/check-balance";
import type { ExecutedEvent } from "../feed/block";
import type { EvmProjection } from "./projection";

interface PlacedEvent {
  position: number;
  event: ExecutedEvent;
  /** All events of the transaction, this one included. */
  events: readonly ExecutedEvent[];
}

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

/** The row of wrapped or unwrapped coin, unless a transfer in the same transaction says the same. */
export function projectWrap(projection: EvmProjection, { position, event, events }: PlacedEvent): void {
  const { wrap, contract, logIndex } = event;
  if (wrap === undefined || wrap.value.length === 0 || isZeroAddress(wrap.holder)) return;
  const tokenId = projection.addressId(contract);
  if (projection.standardOf(tokenId) !== ERC20) {
    projection.doubt(tokenId, CONTRACT_DOUBTS.wrap);
    return;
  }
  const { holder, value, isDeposit } = wrap;
  if (!projection.wrapsCoin(tokenId)) {
    const isMatched = hasMatchingTransfer(events, contract, isDeposit);
    // Older blocks may show that it counts nevertheless.
    if (isMatched && !projection.isPartial) return;
    if (!isMatched) projection.trustWraps(tokenId);
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
  if (!projection.wrapsCoin(tokenId)) return;
  countWrap(projection, { tokenId, contract, holder, holderId, isDeposit, amount: quantityToBigint(value) });
}

interface CountedWrap {
  tokenId: number;
  contract: Uint8Array;
  holder: Uint8Array;
  holderId: number;
  isDeposit: boolean;
  amount: bigint;
}

/** Adds wrapped or unwrapped coin to the holder's balance. */
export function countWrap(
  projection: EvmProjection,
  { tokenId, contract, holder, holderId, isDeposit, amount }: CountedWrap,
): void {
  projection.countWrap(tokenId, { contract, holder, holderId, moved: CONCLUSIVE });
  projection.addBalance({ tokenId, number: NO_TOKEN_NUMBER, holderId }, isDeposit ? amount : -amount);
}

/**
 * Whether a `Transfer` of the contract mints or burns in the same transaction. A transfer of zero does not count:
 * anyone can send one.
 */
export function hasMatchingTransfer(
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
