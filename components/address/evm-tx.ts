import { NOBODY, WEI_DECIMALS } from "@/components/evm/chain";
import { describeEvmTx, formatMove } from "@/components/evm/tx/describe-evm-tx";
import { movesOf, netOf } from "@/components/evm/tx/moves";
import { formatAmount, headTail } from "@/components/ui/format";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";

/**
 * Describes a transaction for one account, in the present tense: what others send is received. `symbol` is that of the
 * chain's native token.
 */
export function describeEvmTxFor(tx: AddressTransaction, account: string, symbol: string): string {
  const { from, value, method, txStatus } = tx.nativeTransaction;
  const isSender = from.address === account;
  const isTransfer = (method?.callType ?? "NATIVE_TRANSFER") === "NATIVE_TRANSFER";
  if (!isSender && isTransfer && txStatus !== "0")
    return `Receive ${formatAmount(BigInt(value), WEI_DECIMALS, symbol)} from ${headTail(from.address)}`;
  const [move, ...more] = movesOf(tx);
  const isGift =
    !isSender && move !== undefined && more.length === 0 && move.to.address === account && txStatus !== "0";
  if (isGift && move.from.address !== NOBODY)
    return `Receive ${formatMove(move)} from ${headTail(move.from.address)}`;
  return describeEvmTx(tx, symbol).present;
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
