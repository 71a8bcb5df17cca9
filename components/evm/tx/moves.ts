import type { RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction, TransactionDetail } from "@/lib/contract/data/evm-transactions";
import type { BareTransfer } from "@/lib/contract/firn/evm-tx-search";

/** One transfer of a token of any standard, as tables and sentences need it. */
export interface TokenMove {
  from: RichAddress;
  to: RichAddress;
  logIndex: number;
  /** Contract address, EIP-55. */
  token: string;
  /** Symbol, else name; empty when the contract has neither. */
  tokenName: string;
  /** Base units; 1 for an ERC-721 token. */
  value: bigint;
  /** Undefined when unknown. */
  decimals: number | undefined;
  /** Decimal; undefined for fungible tokens. */
  tokenId?: string;
}

/** A transfer as lists of the API answer it. */
export type AnyTransfer =
  | NonNullable<TransactionDetail["erc20Transfers"]>[number]
  | NonNullable<TransactionDetail["erc721Transfers"]>[number]
  | NonNullable<TransactionDetail["erc1155Transfers"]>[number];

/** Brings a transfer of any standard into one form. */
export function moveOf(transfer: AnyTransfer | BareTransfer): TokenMove {
  const { from, to, logIndex } = transfer;
  const common = { from, to, logIndex };
  if ("erc20Token" in transfer) {
    const { address, symbol, name, decimals } = transfer.erc20Token;
    const tokenName = symbol || name || "";
    return { ...common, token: address, tokenName, value: BigInt(transfer.value), decimals };
  }
  if ("erc721Token" in transfer) {
    const { address, symbol, name, tokenId } = transfer.erc721Token;
    return { ...common, token: address, tokenName: name || symbol || "", value: 1n, decimals: 0, tokenId };
  }
  const { address, tokenId } = transfer.erc1155Token;
  return { ...common, token: address, tokenName: "", value: BigInt(transfer.value), decimals: 0, tokenId };
}

/** Token transfers of a transaction, in log order. */
export function movesOf(detail: AddressTransaction): TokenMove[] {
  const { erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = detail;
  return [...erc20Transfers, ...erc721Transfers, ...erc1155Transfers]
    .map(moveOf)
    .sort((a, b) => a.logIndex - b.logIndex);
}

/**
 * Net changes of one account in a transaction, without fees: fungible tokens by contract address, the native token
 * under "".
 */
export function netOf(detail: AddressTransaction, account: string): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const move = (token: string, from: string, to: string, value: bigint) => {
    if (from === account) net.set(token, (net.get(token) ?? 0n) - value);
    if (to === account) net.set(token, (net.get(token) ?? 0n) + value);
  };
  const { from, to, value } = detail.nativeTransaction;
  move("", from.address, to.address, BigInt(value));
  for (const call of detail.internalTransactions ?? []) {
    // The value of a DELEGATECALL or CALLCODE does not move.
    const moves = !["DELEGATECALL", "CALLCODE"].includes(call.internalTxType) && !call.isReverted;
    if (moves) move("", call.from.address, call.to.address, BigInt(call.value));
  }
  for (const each of movesOf(detail))
    if (each.tokenId === undefined) move(each.token, each.from.address, each.to.address, each.value);
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}
