import { formatAmount, headTail } from "@/components/ui/format";
import type { NativeTransaction, RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { NOBODY, WEI_DECIMALS } from "../chain";
import { movesOf, netOf, type TokenMove } from "./moves";

/** What a transaction did (h1) and does (rows). */
export interface EvmSentence {
  past: string;
  present: string;
}

/** What one can say of a transaction from what lists know of it. `symbol` is that of the chain's own token. */
export function sentenceOfNative(tx: NativeTransaction, symbol: string): EvmSentence {
  const value = BigInt(tx.value);
  const amount = formatAmount(value, WEI_DECIMALS, symbol);
  const { callType = "NATIVE_TRANSFER" } = tx.method ?? {};
  if (callType === "CONTRACT_CREATION") {
    const made = tx.to.address === NOBODY ? "a contract" : `contract ${nameOf(tx.to)}`;
    return tell(tx, ["Deployed", "Deploy"], value === 0n ? made : `${made} with ${amount}`);
  }
  if (callType === "NATIVE_TRANSFER") return tell(tx, ["Sent", "Send"], `${amount} to ${nameOf(tx.to)}`);
  const call = `${methodName(tx)} of ${nameOf(tx.to)}`;
  return tell(tx, ["Called", "Call"], value === 0n ? call : `${call} with ${amount}`);
}

/** The same with all that happened in it: a call that moved one thing, or one for another, is told by that. */
export function sentenceOfDetail(detail: AddressTransaction, symbol: string): EvmSentence {
  const { nativeTransaction: tx } = detail;
  const isCall = tx.txStatus !== "0" && tx.method?.callType === "CONTRACT_CALL";
  return (isCall ? tellMoves(detail, symbol) : undefined) ?? sentenceOfNative(tx, symbol);
}

/** `transfer` of `transfer(address,uint256)`, else the selector. */
export function methodName({ method }: Pick<NativeTransaction, "method">): string {
  return method?.methodName?.replace(/\(.*$/, "") ?? method?.methodHash ?? "";
}

function tellMoves(detail: AddressTransaction, symbol: string): EvmSentence | undefined {
  const { nativeTransaction: tx } = detail;
  const moves = movesOf(detail);
  const net = netOf(detail, tx.from.address);
  const [move] = moves;
  if (move !== undefined && moves.length === 1 && !net.has("")) return tellMove(tx, move);
  const given = [...net].filter(([, amount]) => amount < 0n);
  const got = [...net].filter(([, amount]) => amount > 0n);
  const holdsNfts = moves.some(
    ({ tokenId, from, to }) => tokenId !== undefined && [from.address, to.address].includes(tx.from.address),
  );
  if (given.length !== 1 || got.length !== 1 || holdsNfts) return undefined;
  const say = ([token, amount]: [string, bigint]) => sayAmount(token, amount, { moves, symbol });
  return tell(tx, ["Swapped", "Swap"], `${given.map(say)} for ${got.map(say)}`);
}

function tellMove(tx: NativeTransaction, move: TokenMove): EvmSentence | undefined {
  const what = sayMoved(move);
  if (move.from.address === NOBODY) {
    const whom = move.to.address === tx.from.address ? "" : ` to ${nameOf(move.to)}`;
    return tell(tx, ["Minted", "Mint"], what + whom);
  }
  if (move.from.address !== tx.from.address) return undefined;
  return move.to.address === NOBODY
    ? tell(tx, ["Burnt", "Burn"], what)
    : tell(tx, ["Sent", "Send"], `${what} to ${nameOf(move.to)}`);
}

/** `16 USDC`, `Sérac Studies 417`, `3 of token 7 of 0x9c4c…5558`. */
export function sayMoved({ token, tokenName, tokenId, value, decimals }: TokenMove): string {
  const name = tokenName || headTail(token);
  if (tokenId === undefined) return formatAmount(value, decimals, name);
  const id = headTail(tokenId);
  return tokenName === "" ? `${value} of token ${id} of ${name}` : `${name} ${id}`;
}

function sayAmount(
  token: string,
  amount: bigint,
  { moves, symbol }: { moves: readonly TokenMove[]; symbol: string },
): string {
  const value = amount < 0n ? -amount : amount;
  const move = moves.find((each) => each.token === token);
  return move === undefined ? formatAmount(value, WEI_DECIMALS, symbol) : sayMoved({ ...move, value });
}

function nameOf({ address, name }: RichAddress): string {
  return name ?? headTail(address);
}

function tell(
  tx: NativeTransaction,
  [past, present]: [past: string, present: string],
  rest: string,
): EvmSentence {
  if (tx.txStatus !== "0") return { past: `${past} ${rest}`, present: `${present} ${rest}` };
  const failed = `Failed to ${present.toLowerCase()} ${rest}`;
  return { past: failed, present: failed };
}
