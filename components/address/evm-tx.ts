import type { z } from "zod";
import { formatAmount, headTail } from "@/components/ui/format";
import type { addressTransaction } from "@/lib/contract/data/evm-transactions";

/** A transaction of the EVM with what of it concerns one address. */
type EvmTx = z.infer<typeof addressTransaction>;

const WEI_DECIMALS = 18;

/** What it does, in the present tense: `Send 3 AVAX to 0x…`, `Call transfer on 0x…`. */
export function sayEvmTx({ nativeTransaction, erc20Transfers = [] }: EvmTx, account: string): string {
  const { from, to, value, method } = nativeTransaction;
  const amount = formatAmount(BigInt(value), WEI_DECIMALS, "AVAX");
  const name = to.name ?? to.symbol ?? headTail(to.address);
  if (method?.callType === "CONTRACT_CREATION") return `Deploy ${headTail(to.address)}`;
  if (method?.callType !== "CONTRACT_CALL")
    return from.address === account
      ? `Send ${amount} to ${headTail(to.address)}`
      : `Receive ${amount} from ${headTail(from.address)}`;
  const [transfer] = erc20Transfers;
  if (transfer !== undefined && erc20Transfers.length === 1) {
    const { symbol, decimals } = transfer.erc20Token;
    const moved = formatAmount(BigInt(transfer.value), decimals, symbol);
    return transfer.from.address === account
      ? `Send ${moved} to ${headTail(transfer.to.address)}`
      : `Receive ${moved} from ${headTail(transfer.from.address)}`;
  }
  return `Call ${method.methodName ?? method.methodHash} on ${name}`;
}

/** What it changed of the account's AVAX, wei: the fee and values sent and received, inside calls too. */
export function changeOfEvm(
  { nativeTransaction, internalTransactions = [] }: EvmTx,
  account: string,
): bigint {
  const { from, to, value, txStatus, gasUsed, gasPrice } = nativeTransaction;
  const fee = from.address === account ? BigInt(gasUsed) * BigInt(gasPrice) : 0n;
  if (txStatus === "0") return -fee;
  const calls = internalTransactions.filter(
    ({ isReverted, internalTxType }) =>
      !isReverted && internalTxType !== "DELEGATECALL" && internalTxType !== "CALLCODE",
  );
  return [{ from, to, value }, ...calls].reduce((sum, call) => {
    const received = call.to.address === account ? BigInt(call.value) : 0n;
    const sent = call.from.address === account ? BigInt(call.value) : 0n;
    return sum + received - sent;
  }, -fee);
}
