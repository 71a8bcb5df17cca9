import { toHex } from "../../../avalanche/codec/bytes";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import type { EvmTransaction } from "../../../avalanche/evm/transaction";
import type { InternalTransaction, NativeTransaction } from "../../../contract/data/evm";
import type { TransactionDetail } from "../../../contract/data/evm-transactions";
import type { Party } from "../../../store/queries/evm/address";
import { amountOf, CALL_TYPES, heightOf, indexInBlockOf } from "../../../store/rows/columns";
import type {
  EvmBlockTable,
  EvmTransactionTable,
  InternalTransactionTable,
  TxFailureTable,
} from "../../../store/tables/evm/chain";
import type { EvmTerms } from "../../evm/terms";
import type { NftTexts } from "../../tokens/nft-texts";
import { presentStoredFailure } from "./failure";
import { presentParty, ZERO_PARTY } from "./party";

/** Rows needed to present answers, by key. */
export interface EvmRows {
  evmChainId: string;
  terms: EvmTerms;
  blocks: Map<number, EvmBlockTable>;
  transactions: Map<number, EvmTransactionTable>;
  parties: Map<number, Party>;
  /** Of failed transactions, by position; a reason that is not known is absent. */
  failures: Map<number, TxFailureTable>;
  /** NFTs by `nftKey`, without those whose metadata was not read yet. */
  nfts: Map<string, NftTexts>;
}

/** Block of a position. @throws Error for a block that was not loaded: a bug in the caller */
export function presentPlace({ blocks }: Pick<EvmRows, "blocks">, position: number) {
  const block = blocks.get(heightOf(position));
  if (block === undefined) throw new Error(`block ${heightOf(position)} was not loaded`);
  return {
    blockNumber: String(block.height),
    blockTimestamp: block.time,
    blockTimestampMilliseconds: block.time_ms ?? undefined,
    blockHash: toHex(block.hash),
  };
}

export function partyOf({ parties, terms }: Pick<EvmRows, "parties" | "terms">, id: number | null) {
  return presentParty((id === null ? undefined : parties.get(id)) ?? ZERO_PARTY, terms);
}

export function transactionAt(
  { transactions }: Pick<EvmRows, "transactions">,
  position: number,
): EvmTransactionTable {
  const row = transactions.get(position);
  if (row === undefined) throw new Error(`transaction ${position} was not loaded`);
  return row;
}

/** A transaction as an item of a list. */
export function presentNative(rows: EvmRows, row: EvmTransactionTable): NativeTransaction {
  return {
    chainId: rows.evmChainId,
    blockIndex: indexInBlockOf(row.position),
    txHash: toHex(row.hash),
    txStatus: String(row.status),
    txType: row.tx_type,
    gasLimit: String(row.gas_limit),
    gasUsed: String(row.gas_used),
    gasPrice: String(amountOf(row.gas_price)),
    nonce: String(row.nonce),
    from: partyOf(rows, row.from_id),
    to: partyOf(rows, row.to_id ?? row.created_id),
    method: methodOf(row, rows),
    value: String(amountOf(row.value)),
    failure: failureOf(row, rows),
    ...presentPlace(rows, row.position),
  };
}

/** The same with fields that only its bytes and its block have. */
export function presentFullNative(
  rows: EvmRows,
  row: EvmTransactionTable,
  fields: EvmTransaction,
): TransactionDetail["nativeTransaction"] {
  const baseFee = rows.blocks.get(heightOf(row.position))?.base_fee;
  const limits =
    "maxFeePerGas" in fields
      ? {
          maxFeePerGas: String(quantityToBigint(fields.maxFeePerGas)),
          maxPriorityFeePerGas: String(quantityToBigint(fields.maxPriorityFeePerGas)),
        }
      : {};
  return {
    input: toHex(fields.input),
    baseFeePerGas: baseFee == null ? "0" : String(amountOf(baseFee)),
    ...limits,
    ...presentNative(rows, row),
  };
}

/** An internal transaction, without its block. */
export function presentCall(rows: EvmRows, call: InternalTransactionTable) {
  return {
    from: partyOf(rows, call.from_id),
    to: partyOf(rows, call.to_id),
    internalTxType: CALL_TYPES[call.call_type] ?? "UNKNOWN",
    value: String(amountOf(call.value)),
    isReverted: call.reverted,
    gasUsed: String(call.gas_used),
    gasLimit: String(call.gas_limit),
  };
}

/** An internal transaction as an item of a list. */
export function presentInternal(rows: EvmRows, call: InternalTransactionTable): InternalTransaction {
  return {
    txHash: toHex(transactionAt(rows, call.position).hash),
    ...presentPlace(rows, call.position),
    ...presentCall(rows, call),
  };
}

function failureOf({ position }: EvmTransactionTable, { failures, parties, terms }: EvmRows) {
  const row = failures.get(position);
  if (row === undefined) return undefined;
  const party = row.address_id === null ? undefined : parties.get(row.address_id);
  return presentStoredFailure(row, party, terms.labels);
}

function methodOf(
  { to_id, selector }: EvmTransactionTable,
  { parties, terms: { labels } }: EvmRows,
): NonNullable<NativeTransaction["method"]> {
  if (to_id === null)
    return { callType: "CONTRACT_CREATION", methodHash: "", methodName: "Contract Created" };
  if (selector === null)
    return { callType: "NATIVE_TRANSFER", methodHash: "", methodName: "Native Transfer" };
  const name = labels.method(selector, parties.get(to_id)?.address);
  return {
    callType: "CONTRACT_CALL",
    methodHash: toHex(selector),
    ...(name === undefined ? {} : { methodName: name }),
  };
}
