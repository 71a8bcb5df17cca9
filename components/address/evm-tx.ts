import { NOBODY, WEI_DECIMALS } from "@/components/evm/chain";
import { describeEvmTx, formatMove } from "@/components/evm/tx/describe-evm-tx";
import { movesOf, netOf } from "@/components/evm/tx/moves";
import { formatAmount, headTail } from "@/components/ui/format";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";

/** What it does for one account, in the present tense: what others send is received. `symbol`: of the chain's own token. */
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
 * What it changed of the account's own token, wei: the fee and values sent and received, inside calls too. Undefined where
 * those are not known.
 */
export function changeOfEvm(tx: AddressTransaction, account: string): bigint | undefined {
  const { from, txStatus, gasUsed, gasPrice } = tx.nativeTransaction;
  const fee = from.address === account ? BigInt(gasUsed) * BigInt(gasPrice) : 0n;
  if (txStatus === "0") return -fee;
  return tx.untraced ? undefined : (netOf(tx, account).get("") ?? 0n) - fee;
}
