import { BASE_UNITS, formatAmount, formatCoin, groupDigits, headTail } from "@/components/ui/format";
import { quoteName } from "@/components/ui/name";
import type { NativeTransaction, RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { NOBODY } from "../chain";
import { movesOf, netOf, type TokenMove } from "./moves";

/** Describes a transaction from what lists know of it. `symbol` is that of the chain's own token. */
export function describeNativeTx(tx: NativeTransaction, symbol: string): string {
  const value = BigInt(tx.value);
  const amount = formatCoin(value, symbol);
  const { callType = "NATIVE_TRANSFER" } = tx.method ?? {};
  if (callType === "CONTRACT_CREATION") {
    const contract = tx.to.address === NOBODY ? "a contract" : `contract ${nameOf(tx.to)}`;
    return sentenceOf(tx, "deploy", "Deployed", value === 0n ? contract : `${contract} with ${amount}`);
  }
  if (callType === "NATIVE_TRANSFER") return sentenceOf(tx, "send", "Sent", `${amount} to ${nameOf(tx.to)}`);
  const call = `${methodName(tx)} on ${nameOf(tx.to)}`;
  return sentenceOf(tx, "call", "Called", value === 0n ? call : `${call} with ${amount}`);
}

/** Describes a transaction with all that happened in it. A call that moved or swapped one token is described by that. */
export function describeEvmTx(detail: AddressTransaction, symbol: string): string {
  const { nativeTransaction: tx } = detail;
  const isCall = tx.txStatus !== "0" && tx.method?.callType === "CONTRACT_CALL";
  return (isCall ? describeMoves(detail, symbol) : undefined) ?? describeNativeTx(tx, symbol);
}

/** `transfer` of `transfer(address,uint256)`, else the selector. */
export function methodName({ method }: Pick<NativeTransaction, "method">): string {
  return method?.methodName?.replace(/\(.*$/, "") ?? method?.methodHash ?? "";
}

function describeMoves(detail: AddressTransaction, symbol: string): string | undefined {
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
  return sentenceOf(tx, "swap", "Swapped", `${given.map(format)} for ${got.map(format)}`);
}

function describeMove(tx: NativeTransaction, move: TokenMove): string | undefined {
  const what = formatMove(move);
  if (move.from.address === NOBODY) {
    const whom = move.to.address === tx.from.address ? "" : ` to ${nameOf(move.to)}`;
    return sentenceOf(tx, "mint", "Minted", what + whom);
  }
  if (move.from.address !== tx.from.address) return undefined;
  return move.to.address === NOBODY
    ? sentenceOf(tx, "burn", "Burned", what)
    : sentenceOf(tx, "send", "Sent", `${what} to ${nameOf(move.to)}`);
}

/** `16 “USDC”`, `16 units of token 0xee17…094a`, `“Sérac Studies” 417`, `3 of token 7 of 0x9c4c…5558`. */
export function formatMove({ token, tokenName, tokenId, value, decimals }: TokenMove): string {
  const id = tokenId && headTail(tokenId);
  if (tokenName !== "") {
    const name = quoteName(tokenName);
    return id === undefined ? formatAmount(value, decimals, name) : `${name} ${id}`;
  }
  if (id !== undefined) return `${groupDigits(value)} of token ${id} of ${headTail(token)}`;
  const unit = decimals === undefined ? BASE_UNITS : "units";
  return `${formatAmount(value, decimals ?? 0, unit)} of token ${headTail(token)}`;
}

function formatTokenAmount(
  token: string,
  amount: bigint,
  { moves, symbol }: { moves: readonly TokenMove[]; symbol: string },
): string {
  const value = amount < 0n ? -amount : amount;
  const move = moves.find((each) => each.token === token);
  return move === undefined ? formatCoin(value, symbol) : formatMove({ ...move, value });
}

function nameOf({ address, name }: RichAddress): string {
  return name ? quoteName(name) : headTail(address);
}

/** `verb` is what a failed transaction failed to do. */
function sentenceOf(tx: NativeTransaction, verb: string, past: string, rest: string): string {
  return tx.txStatus === "0" ? `Failed to ${verb} ${rest}` : `${past} ${rest}`;
}
