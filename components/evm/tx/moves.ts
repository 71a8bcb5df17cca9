import type { RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction, TransactionDetail } from "@/lib/contract/data/evm-transactions";

/** One movement of a token, whatever its standard, as tables and sentences show it. */
export interface TokenMove {
  from: RichAddress;
  to: RichAddress;
  logIndex: number;
  /** Contract, EIP-55. */
  token: string;
  /** Symbol, else name; empty when the contract says neither. */
  tokenName: string;
  /** In base units; 1 of an ERC-721. */
  value: bigint;
  /** Undefined when nobody could tell them. */
  decimals: number | undefined;
  /** Decimal; absent of fungible tokens. */
  tokenId?: string;
}

/** A movement in the form that lists of the API give it. */
export type AnyTransfer =
  | NonNullable<TransactionDetail["erc20Transfers"]>[number]
  | NonNullable<TransactionDetail["erc721Transfers"]>[number]
  | NonNullable<TransactionDetail["erc1155Transfers"]>[number];

/** A transfer of any standard in one form. */
export function moveOf(transfer: AnyTransfer): TokenMove {
  const { from, to, logIndex } = transfer;
  const parties = { from, to, logIndex };
  if ("erc20Token" in transfer) {
    const { address, symbol, name, decimals } = transfer.erc20Token;
    const tokenName = symbol || name || "";
    return { ...parties, token: address, tokenName, value: BigInt(transfer.value), decimals };
  }
  if ("erc721Token" in transfer) {
    const { address, symbol, name, tokenId } = transfer.erc721Token;
    return { ...parties, token: address, tokenName: name || symbol || "", value: 1n, decimals: 0, tokenId };
  }
  const { address, tokenId } = transfer.erc1155Token;
  return { ...parties, token: address, tokenName: "", value: BigInt(transfer.value), decimals: 0, tokenId };
}

/** Movements of tokens in a transaction, in the order of its logs. */
export function movesOf(detail: AddressTransaction): TokenMove[] {
  const { erc20Transfers = [], erc721Transfers = [], erc1155Transfers = [] } = detail;
  return [...erc20Transfers, ...erc721Transfers, ...erc1155Transfers]
    .map(moveOf)
    .sort((a, b) => a.logIndex - b.logIndex);
}

/** What a transaction moved for one account, all in all, without fees: fungible tokens by contract, and the chain's own under "". */
export function netOf(detail: AddressTransaction, account: string): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const move = (token: string, from: string, to: string, value: bigint) => {
    if (from === account) net.set(token, (net.get(token) ?? 0n) - value);
    if (to === account) net.set(token, (net.get(token) ?? 0n) + value);
  };
  const { from, to, value } = detail.nativeTransaction;
  move("", from.address, to.address, BigInt(value));
  for (const call of detail.internalTransactions ?? []) {
    // A DELEGATECALL or CALLCODE shows a value that stays where it is.
    const moves = !["DELEGATECALL", "CALLCODE"].includes(call.internalTxType) && !call.isReverted;
    if (moves) move("", call.from.address, call.to.address, BigInt(call.value));
  }
  for (const each of movesOf(detail))
    if (each.tokenId === undefined) move(each.token, each.from.address, each.to.address, each.value);
  return new Map([...net].filter(([, amount]) => amount !== 0n));
}
