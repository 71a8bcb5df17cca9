import { quoteName } from "@/components/ui/name";
import type { NativeTransaction, RichAddress } from "@/lib/contract/data/evm";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import type { FoundEvmTransaction, TransactionOutcome } from "@/lib/contract/firn/evm-tx-search";
import { BASE_UNITS, formatAmount, formatCoin, groupDigits, headTail } from "@/lib/words/format";
import { NOBODY } from "../chain";
import { sayFailure } from "./failure-words";
import { moveOf, movesOf, netOf, type TokenMove } from "./moves";

/** Describes a transaction by its own call. `symbol` is that of the chain's own token. */
function describeNativeTx(tx: NativeTransaction, symbol: string): string {
  const value = BigInt(tx.value);
  const amount = formatCoin(value, symbol);
  const { callType = "NATIVE_TRANSFER" } = tx.method ?? {};
  if (tx.txStatus === "0" && tx.failure !== undefined)
    return `${subjectOf(tx, callType, amount)} ${sayFailure(tx.failure)}`;
  if (callType === "CONTRACT_CREATION") {
    // What failed to be made has an address that nothing stands at.
    if (tx.txStatus === "0") return "Failed to deploy a contract";
    const contract = tx.to.address === NOBODY ? "a contract" : `contract ${nameOf(tx.to)}`;
    return sentenceOf(tx, "deploy", "Deployed", value === 0n ? contract : `${contract} with ${amount}`);
  }
  if (callType === "NATIVE_TRANSFER") return sentenceOf(tx, "send", "Sent", `${amount} to ${nameOf(tx.to)}`);
  const call = `${methodName(tx)} on ${nameOf(tx.to)}`;
  return sentenceOf(tx, "call", "Called", value === 0n ? call : `${call} with ${amount}`);
}

/** What failed. */
function subjectOf(tx: NativeTransaction, callType: string, amount: string): string {
  if (callType === "CONTRACT_CREATION") return "Creation of a contract";
  if (callType === "NATIVE_TRANSFER") return `Sending ${amount} to ${nameOf(tx.to)}`;
  const call = `${methodName(tx)} on ${nameOf(tx.to)}`;
  return BigInt(tx.value) === 0n ? call : `${call} with ${amount}`;
}

/** Describes a transaction with all that happened in it. A call that moved or swapped one token is described by that. */
export function describeEvmTx(detail: AddressTransaction, symbol: string): string {
  return describeOutcome(detail.nativeTransaction, outcomeOf(detail), symbol);
}

/** The same sentence of a transaction without its lists. */
export function describeFirnEvmTx(detail: FirnEvmTransaction, symbol: string): string {
  return describeOutcome(detail.nativeTransaction, readOutcome(detail), symbol);
}

/** The same sentence of a row of a list. */
export function describeFoundTx({ outcome, ...tx }: FoundEvmTransaction, symbol: string): string {
  return outcome === undefined
    ? describeNativeTx(tx, symbol)
    : describeOutcome(tx, readOutcome(outcome), symbol);
}

function readOutcome({ onlyTransfer, changes, movesNfts }: TransactionOutcome): Outcome {
  return {
    move: onlyTransfer && moveOf(onlyTransfer),
    changes: changes.map(({ amount, token }) => ({
      amount: BigInt(amount),
      ...(token !== undefined && {
        token: {
          token: token.address,
          tokenName: token.symbol || token.name || "",
          decimals: token.decimals,
        },
      }),
    })),
    movesNfts,
  };
}

/** What a transaction did besides its own call. */
interface Outcome {
  /** Its token transfer, if there is exactly one. */
  move: TokenMove | undefined;
  /** Of the sender, without the fee: fungible tokens, and the native one without `token`. */
  changes: readonly Change[];
  /** Whether the sender gave or got a token with an id. */
  movesNfts: boolean;
}

interface Change {
  amount: bigint;
  token?: Pick<TokenMove, "token" | "tokenName" | "decimals">;
}

function describeOutcome(tx: NativeTransaction, outcome: Outcome, symbol: string): string {
  const isCall = tx.txStatus !== "0" && tx.method?.callType === "CONTRACT_CALL";
  return (isCall ? describeMoves(tx, outcome, symbol) : undefined) ?? describeNativeTx(tx, symbol);
}

/** `transfer` of `transfer(address,uint256)`, else the selector. */
export function methodName({ method }: Pick<NativeTransaction, "method">): string {
  return method?.methodName?.replace(/\(.*$/, "") ?? method?.methodHash ?? "";
}

function outcomeOf(detail: AddressTransaction): Outcome {
  const sender = detail.nativeTransaction.from.address;
  const moves = movesOf(detail);
  const [move] = moves.length === 1 ? moves : [];
  return {
    move,
    changes: [...netOf(detail, sender)].map(([address, amount]) => {
      const token = moves.find((each) => each.token === address);
      return { amount, ...(token && { token }) };
    }),
    movesNfts: moves.some(
      ({ tokenId, from, to }) => tokenId !== undefined && [from.address, to.address].includes(sender),
    ),
  };
}

function describeMoves(
  tx: NativeTransaction,
  { move, changes, movesNfts }: Outcome,
  symbol: string,
): string | undefined {
  if (move !== undefined && changes.every(({ token }) => token !== undefined)) return describeMove(tx, move);
  const given = changes.filter(({ amount }) => amount < 0n);
  const got = changes.filter(({ amount }) => amount > 0n);
  if (given.length !== 1 || got.length !== 1 || movesNfts) return undefined;
  const format = (change: Change) => formatChange(change, symbol);
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
export function formatMove(
  move: Pick<TokenMove, "token" | "tokenName" | "tokenId" | "value" | "decimals">,
): string {
  const { token, tokenName, tokenId, value, decimals } = move;
  const id = tokenId && headTail(tokenId);
  if (tokenName !== "") {
    const name = quoteName(tokenName);
    return id === undefined ? formatAmount(value, decimals, name) : `${name} ${id}`;
  }
  if (id !== undefined) return `${groupDigits(value)} of token ${id} of ${headTail(token)}`;
  const unit = decimals === undefined ? BASE_UNITS : "units";
  return `${formatAmount(value, decimals ?? 0, unit)} of token ${headTail(token)}`;
}

function formatChange({ amount, token }: Change, symbol: string): string {
  const value = amount < 0n ? -amount : amount;
  return token === undefined ? formatCoin(value, symbol) : formatMove({ ...token, value });
}

function nameOf({ address, name }: RichAddress): string {
  return name ? quoteName(name) : headTail(address);
}

/** `verb` is what a failed transaction failed to do. */
function sentenceOf(tx: NativeTransaction, verb: string, past: string, rest: string): string {
  return tx.txStatus === "0" ? `Failed to ${verb} ${rest}` : `${past} ${rest}`;
}
