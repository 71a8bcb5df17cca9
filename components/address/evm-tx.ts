import { NOBODY } from "@/components/evm/chain";
import { describeEvmTx, formatMove } from "@/components/evm/tx/describe-evm-tx";
import { movesOf, netOf, type TokenMove } from "@/components/evm/tx/moves";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { formatCoin, headTail } from "@/lib/words/format";

/**
 * Describes a transaction for one account: what others sent was received. `symbol` is that of the chain's native token.
 */
export function describeEvmTxFor(tx: AddressTransaction, account: string, symbol: string): string {
  const { from, value, method, txStatus } = tx.nativeTransaction;
  const isSender = from.address === account;
  const isTransfer = (method?.callType ?? "NATIVE_TRANSFER") === "NATIVE_TRANSFER";
  if (!isSender && isTransfer && txStatus !== "0")
    return `Received ${formatCoin(BigInt(value), symbol)} from ${headTail(from.address)}`;
  const [move, ...more] = movesOf(tx);
  const isGift =
    !isSender && move !== undefined && more.length === 0 && move.to.address === account && txStatus !== "0";
  if (isGift && move.from.address !== NOBODY)
    return `Received ${formatMove(move)} from ${headTail(move.from.address)}`;
  return describeEvmTx(tx, symbol);
}

/** Most token changes of a row. The transaction's page has all. */
const MOST_TOKENS = 3;

/**
 * What of tokens came to an account and left it in a transaction, as `+16 “USDC”`: fungible ones net, others one by one.
 * The last text says how many more there are.
 */
export function tokenChangesOf(tx: AddressTransaction, account: string): string[] {
  if (tx.nativeTransaction.txStatus === "0") return [];
  const moves = movesOf(tx);
  const net = [...netOf(tx, account)].flatMap(([token, amount]) => {
    const move = moves.find((one) => one.token === token && one.tokenId === undefined);
    return move === undefined ? [] : [signed(amount, { ...move, value: amount < 0n ? -amount : amount })];
  });
  const single = moves
    .filter(({ tokenId, from, to }) => tokenId !== undefined && from.address !== to.address)
    .flatMap((move) => {
      if (move.to.address === account) return [signed(1n, move)];
      return move.from.address === account ? [signed(-1n, move)] : [];
    });
  const all = [...net, ...single];
  return all.length <= MOST_TOKENS
    ? all
    : [...all.slice(0, MOST_TOKENS - 1), `${all.length - MOST_TOKENS + 1} more tokens`];
}

function signed(amount: bigint, move: TokenMove): string {
  return `${amount < 0n ? "−" : "+"}${formatMove(move)}`;
}

/**
 * Change of an account's native balance, wei: the fee and the values sent and received, including by internal calls.
 * Undefined while the calls are unknown.
 */
export function changeOfEvm(tx: AddressTransaction, account: string): bigint | undefined {
  const { from, txStatus, gasUsed, gasPrice } = tx.nativeTransaction;
  const fee = from.address === account ? BigInt(gasUsed) * BigInt(gasPrice) : 0n;
  if (txStatus === "0") return -fee;
  return tx.untraced ? undefined : (netOf(tx, account).get("") ?? 0n) - fee;
}
