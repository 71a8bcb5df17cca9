import { amountOf, CALL_TYPES } from "../../store/rows/columns";
import type { EvmTransactionTable, InternalTransactionTable } from "../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";

/** What an address has more or less of after a transaction. */
export interface Change {
  /** The contract of an ERC-20, a number of `address`; undefined for the chain's own coin. */
  tokenId: number | undefined;
  /** Base units, negative if it has less. */
  amount: bigint;
}

/** Calls whose value stays with the caller. */
const MOVELESS = CALL_TYPES.indexOf("CALLCODE");

/**
 * How a transaction that did not fail changed the balances of an address, without the fee: the coin first, then tokens as
 * they moved.
 * @param of a number of `address`
 */
export function changesOf(
  of: number,
  { from_id, to_id, created_id, value }: EvmTransactionTable,
  {
    transfers,
    internals,
  }: {
    transfers: readonly TokenTransferTable[];
    internals: readonly InternalTransactionTable[];
  },
): Change[] {
  const changes = new Map<number | undefined, bigint>();
  const move = (token: number | undefined, ids: { from: number; to: number | null }, amount: bigint) => {
    if (ids.from === of) changes.set(token, (changes.get(token) ?? 0n) - amount);
    if (ids.to === of) changes.set(token, (changes.get(token) ?? 0n) + amount);
  };
  move(undefined, { from: from_id, to: to_id ?? created_id }, amountOf(value));
  for (const { from_id, to_id, call_type, reverted, value } of internals)
    if (call_type !== MOVELESS && !reverted) move(undefined, { from: from_id, to: to_id }, amountOf(value));
  for (const { token_id, from_id, to_id, token_number, value } of transfers)
    if (token_number === null) move(token_id, { from: from_id, to: to_id }, amountOf(value));
  return [...changes].flatMap(([tokenId, amount]) => (amount === 0n ? [] : [{ tokenId, amount }]));
}
