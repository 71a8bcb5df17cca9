import { equalBytes } from "../../avalanche/bytes";
import type { EvmLog } from "../../avalanche/evm/receipt";
import { coinWrapOf, isZeroAddress } from "../../avalanche/evm/transfers";
import { quantityToBigint } from "../../avalanche/rlp";
import { ACTIVITY, eventItem, NO_TOKEN_NUMBER, TOKEN_STANDARDS, toAmount } from "../../store/columns";
import type { EvmProjection } from "./projection";

interface SeenLog {
  position: number;
  logIndex: number;
  log: EvmLog;
  /** Of the transaction. */
  receipt: { logs: readonly EvmLog[] };
}

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

/** Rows of coin that a token wrapped or gave back, when the event is of one and no transfer says the same. */
export function projectWrap(projection: EvmProjection, { position, logIndex, log, receipt }: SeenLog): void {
  const wrap = coinWrapOf(log);
  if (wrap === undefined || wrap.value.length === 0 || isZeroAddress(wrap.holder)) return;
  const tokenId = projection.addressId(log.address);
  if (projection.standardOf(tokenId) !== ERC20) return;
  const { holder, value, isDeposit } = wrap;
  if (!projection.wrapsCoin(tokenId)) {
    if (saysByTransfer(projection, receipt, { contract: log.address, isDeposit })) return;
    projection.trustWraps(tokenId);
  }
  const holderId = projection.addressId(holder);
  projection.batch.coin_wrap.push({
    position,
    log_index: logIndex,
    token_id: tokenId,
    holder_id: holderId,
    wrapped: isDeposit ? 1 : 0,
    value: toAmount(value),
  });
  const item = eventItem(logIndex, 0);
  projection.addActivity(holderId, ACTIVITY.wrap, position, item);
  projection.addActivity(tokenId, ACTIVITY.wrapper, position, item);
  projection.countWrap(tokenId, { contract: log.address, holder, settles: true });
  const amount = quantityToBigint(value);
  projection.addBalance({ tokenId, number: NO_TOKEN_NUMBER, holderId }, isDeposit ? amount : -amount);
}

/**
 * Whether the contract says by a `Transfer` that tokens came into being, or went. Nothing moved says nothing: who has no
 * tokens can move none of nobody's.
 */
function saysByTransfer(
  projection: EvmProjection,
  { logs }: SeenLog["receipt"],
  { contract, isDeposit }: { contract: Uint8Array; isDeposit: boolean },
): boolean {
  return logs.some(
    (log) =>
      equalBytes(log.address, contract) &&
      projection
        .transfersOf(log)
        .some(({ from, to, value }) => value.length > 0 && isZeroAddress(isDeposit ? from : to)),
  );
}
