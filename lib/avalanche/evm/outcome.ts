import { keccak256 } from "#keccak";
import { DataError } from "../../errors";
import { equalBytes, excerpt, toHex } from "../codec/bytes";
import { Writer } from "../codec/cursor";
import { closeRlpList, quantityToBigint, writeRlpBytes } from "../codec/rlp";
import type { EvmTransaction } from "./transaction";

/** The outcome of a transaction as it follows from its signature, its nonce, the receipts before it, and the header. */
export interface TxOutcome {
  from: Uint8Array;
  gasUsed: number;
  /** Wei. */
  gasPrice: bigint;
  /** The contract that it should create, whether it succeeded or not; undefined for calls. */
  created: Uint8Array | undefined;
}

/** The same in a node's receipt. No root of a header covers it. */
export interface ReportedOutcome {
  from: Uint8Array;
  to: Uint8Array | undefined;
  gasUsed: number;
  /** Wei. Old node versions leave it out. */
  effectiveGasPrice: Uint8Array | undefined;
  contractAddress: Uint8Array | undefined;
}

/** A signed transaction of a block, with the sender recovered from its signature. */
export interface SentTransaction {
  hash: Uint8Array;
  fields: EvmTransaction;
  sender: Uint8Array;
}

/** The fields of a header that determine gas prices. */
export interface PriceHeader {
  height: number;
  /** Wei; undefined before dynamic fees. */
  baseFee: Uint8Array | undefined;
  /** Since Helicon a block is executed after its acceptance: its base fee is only an upper limit. */
  settledHeight: number | undefined;
}

/**
 * Address of the contract that `creator` creates with this nonce, by transaction or CREATE. @source yellow paper,
 * section 7
 */
export function createdAddress(creator: Uint8Array, nonce: Uint8Array): Uint8Array {
  scratch.takeFrom(0);
  writeRlpBytes(scratch, creator);
  writeRlpBytes(scratch, nonce);
  closeRlpList(scratch, 0);
  return keccak256(scratch.takeFrom(0)).subarray(-20);
}

/** Reset for each address. */
const scratch = new Writer(64);

/** Price per unit of gas that a transaction pays under a base fee, wei. @source EIP-1559 */
export function gasPriceOf(transaction: EvmTransaction, baseFee: bigint): bigint {
  if (transaction.type < 2) return quantityToBigint((transaction as { gasPrice: Uint8Array }).gasPrice);
  const { most, tip } = feesOf(transaction);
  const offered = baseFee + tip;
  if (most < offered) return most;
  return offered;
}

/**
 * Computes the outcomes of a block's transactions. `used`: gas used up to and including each, as proved by the
 * receipts' root; `reported`: the node's receipts.
 * @throws DataError EXECUTION_MISMATCH for the first that the node reports differently
 */
export function proveOutcomes(
  header: PriceHeader,
  transactions: readonly SentTransaction[],
  { used, reported }: { used: readonly Uint8Array[]; reported: readonly ReportedOutcome[] },
): TxOutcome[] {
  const priceOf = header.settledHeight === undefined ? headerPrices(header) : laterPrices(header);
  let before = 0n;
  return transactions.map((transaction, i) => {
    const total = quantityToBigint(used[i] as Uint8Array);
    const { fields, sender } = transaction;
    const outcome = {
      from: sender,
      gasUsed: Number(total - before),
      gasPrice: priceOf(fields, reported[i]?.effectiveGasPrice),
      created: fields.to.length > 0 ? undefined : createdAddress(sender, fields.nonce),
    };
    before = total;
    const problem = findProblem(transaction, outcome, reported[i] as ReportedOutcome);
    if (problem === undefined) return outcome;
    throw contradiction(
      `the receipt of transaction ${toHex(transaction.hash)} in block ${header.height}`,
      problem,
    );
  });
}

function findProblem(
  { fields, sender }: SentTransaction,
  { gasUsed, gasPrice, created }: TxOutcome,
  reported: ReportedOutcome,
): string | undefined {
  const to = created ? undefined : fields.to;
  const price = reported.effectiveGasPrice && quantityToBigint(reported.effectiveGasPrice);
  if (!equalBytes(reported.from, sender))
    return differs("the sender", reported.from, sender, "the signature");
  if (!isSame(reported.to, to)) return differs("the receiver", reported.to, to, "the transaction");
  if (reported.gasUsed !== gasUsed)
    return differs("the gas used", reported.gasUsed, gasUsed, "the cumulative gas");
  if (price !== undefined && price !== gasPrice)
    return differs("the gas price", price, gasPrice, "the fee fields and the base fee");
  if (!isSame(reported.contractAddress, created))
    return differs("the contract made", reported.contractAddress, created, "the sender's nonce");
  return undefined;
}

type PriceOf = (transaction: EvmTransaction, reported: Uint8Array | undefined) => bigint;

function headerPrices({ baseFee }: PriceHeader): PriceOf {
  const fee = quantityToBigint(baseFee ?? new Uint8Array());
  return (transaction) => gasPriceOf(transaction, fee);
}

/**
 * Since Helicon all transactions of a block pay under one base fee, which is set at execution. It follows from the
 * first price below its transaction's limit, unless that is above the header's.
 * @source ACP-194; avalanchego vms/saevm/saexec/execution.go
 */
function laterPrices(header: PriceHeader): PriceOf {
  const most = quantityToBigint(header.baseFee ?? new Uint8Array());
  let executed: bigint | undefined;
  return (transaction, reported) => {
    if (reported === undefined || transaction.type < 2) return gasPriceOf(transaction, executed ?? most);
    const fees = feesOf(transaction);
    const fee = quantityToBigint(reported) - fees.tip;
    const isPaid = fee + fees.tip < fees.most;
    if (executed === undefined && isPaid && fee >= 0n && fee <= most) executed = fee;
    return gasPriceOf(transaction, executed ?? most);
  };
}

function feesOf(transaction: EvmTransaction): { most: bigint; tip: bigint } {
  const fees = transaction as { maxFeePerGas: Uint8Array; maxPriorityFeePerGas: Uint8Array };
  return { most: quantityToBigint(fees.maxFeePerGas), tip: quantityToBigint(fees.maxPriorityFeePerGas) };
}

type Shown = Uint8Array | string | number | bigint | undefined;

/** The error for an impossible answer of a node: where, and what. */
export function contradiction(where: string, problem: string): DataError {
  return new DataError("EXECUTION_MISMATCH", `${where} ${problem}`, {
    hint: "the node's answer can't be true: see its log, or name another node",
  });
}

/** What was reported, what it should be, and what determines that. */
export function differs(what: string, reported: Shown, is: Shown, by: string): string {
  return `says ${what} is ${shown(reported)}, ${by} says ${shown(is)}`;
}

export function shown(value: Shown): string {
  if (value === undefined) return "none";
  return value instanceof Uint8Array ? excerpt(toHex(value)) : String(value);
}

/** Whether both are undefined, or the same bytes. */
export function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : equalBytes(a, b);
}
