import { type Sentence, sentence } from "@/components/effects/sentence";
import { formatAmount, headTail } from "@/components/ui/format";
import type { NativeTransaction, RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { NOBODY, WEI_DECIMALS } from "../chain";
import { movesOf, netOf, type TokenMove } from "./moves";

/** Describes a transaction from what lists know of it. `symbol` is that of the chain's own token. */
export function describeNativeTx(tx: NativeTransaction, symbol: string): Sentence {
  const value = BigInt(tx.value);
  const amount = formatAmount(value, WEI_DECIMALS, symbol);
  const { callType = "NATIVE_TRANSFER" } = tx.method ?? {};
  if (callType === "CONTRACT_CREATION") {
    const contract = tx.to.address === NOBODY ? "a contract" : `contract ${nameOf(tx.to)}`;
    return sentenceOf(tx, "Deploy", "Deployed", value === 0n ? contract : `${contract} with ${amount}`);
  }
  if (callType === "NATIVE_TRANSFER") return sentenceOf(tx, "Send", "Sent", `${amount} to ${nameOf(tx.to)}`);
  const call = `${methodName(tx)} of ${nameOf(tx.to)}`;
  return sentenceOf(tx, "Call", "Called", value === 0n ? call : `${call} with ${amount}`);
}

/** Describes a transaction with all that happened in it. A call that moved or swapped one token is described by that. */
export function describeEvmTx(detail: AddressTransaction, symbol: string): Sentence {
  const { nativeTransaction: tx } = detail;
  const isCall = tx.txStatus !== "0" && tx.method?.callType === "CONTRACT_CALL";
  return (isCall ? describeMoves(detail, symbol) : undefined) ?? describeNativeTx(tx, symbol);
}

/** `transfer` of `transfer(address,uint256)`, else the selector. */
export function methodName({ method }: Pick<NativeTransaction, "method">): string {
  return method?.methodName?.replace(/\(.*$/, "") ?? method?.methodHash ?? "";
}

function describeMoves(detail: AddressTransaction, symbol: string): Sentence | undefined {
  const { nativeTransaction: tx } = detail;
  const moves = movesOf(detail);
  const net = netOf(detail, tx.from.address);
  const [move] = moves;
  if (move !== undefined && moves.length === 1 && !net.has("")) return describeMove(tx, move);
  const given = [...net].filter(([, amount]) => amount < 0n);
  const got = [...net].filter(([, amount]) => amount > 0n);
  const holdsNfts = moves.some(
    ({ tokenId, from, to }) => tokenId !== undefined && [from.address, to.address].includes(tx.from.address),
  );
  if (given.length !== 1 || got.length !== 1 || holdsNfts) return undefined;
  const format = ([token, amount]: [string, bigint]) => formatTokenAmount(token, amount, { moves, symbol });
  return sentenceOf(tx, "Swap", "Swapped", `${given.map(format)} for ${got.map(format)}`);
}

function describeMove(tx: NativeTransaction, move: TokenMove): Sentence | undefined {
  const what = formatMove(move);
  if (move.from.address === NOBODY) {
    const whom = move.to.address === tx.from.address ? "" : ` to ${nameOf(move.to)}`;
    return sentenceOf(tx, "Mint", "Minted", what + whom);
  }
  if (move.from.address !== tx.from.address) return undefined;
  return move.to.address === NOBODY
    ? sentenceOf(tx, "Burn", "Burned", what)
    : sentenceOf(tx, "Send", "Sent", `${what} to ${nameOf(move.to)}`);
}

/** `16 USDC`, `Sérac Studies 417`, `3 of token 7 of 0x9c4c…5558`. */
export function formatMove({ token, tokenName, tokenId, value, decimals }: TokenMove): string {
  const name = tokenName || headTail(token);
  if (tokenId === undefined) return formatAmount(value, decimals, name);
  const id = headTail(tokenId);
  return tokenName === "" ? `${value} of token ${id} of ${name}` : `${name} ${id}`;
}

function formatTokenAmount(
  token: string,
  amount: bigint,
  { moves, symbol }: { moves: readonly TokenMove[]; symbol: string },
): string {
  const value = amount < 0n ? -amount : amount;
  const move = moves.find((each) => each.token === token);
  return move === undefined ? formatAmount(value, WEI_DECIMALS, symbol) : formatMove({ ...move, value });
}

function nameOf({ address, name }: RichAddress): string {
  return name ?? headTail(address);
}

function sentenceOf(tx: NativeTransaction, present: string, past: string, rest: string): Sentence {
  if (tx.txStatus !== "0") return sentence(present, past, rest);
  const failed = `Failed to ${present.toLowerCase()} ${rest}`;
  return { past: failed, present: failed };
}
