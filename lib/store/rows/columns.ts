/**
 * How values are stored in columns. Nothing outside this file knows an encoding; `sqlite/` knows the engine's side of it.
 *
 * - Ids (32 bytes), node ids and addresses (20 bytes) are fixed-length byte columns: both engines sort them alike.
 * - Positions, heights and unix seconds are plain integers, exact below 2^53.
 * - u64 values (amounts, weights, lock times, nanoseconds) are 64-bit integer columns and `bigint` in code. Chosen over
 *   eight bytes because SQL can add them up, and a balance over 50,000 outputs must not pass through JavaScript. The
 *   driver reads such columns exactly and unsigned by their declared type, so a query does nothing for it. Two things
 *   follow: values of 2^63 and more are stored in two's complement and sort below zero, which a comparison of a u64 in
 *   SQL must say; and a sum over u64 columns would overflow: only `sql/computed.ts` adds them up.
 * - Flags are `boolean` (`FLAGS` in `tables/flags.ts` lists them). Absent is null.
 */

import { BytePool } from "../../avalanche/codec/cursor";
import { minimalBytes, quantityToBigint } from "../../avalanche/codec/rlp";
import { DataError } from "../../errors";

/** The chain column. C means the atomic transactions of the C-Chain, which share UTXOs with P and X. */
export const CHAIN = { p: 0, x: 1, c: 2 } as const;
export type ChainCode = (typeof CHAIN)[keyof typeof CHAIN];

/** Chain time of Apricot blocks of the P-Chain where neither a genesis nor a block before them says it. */
export const UNKNOWN_TIME = 0;

/** What a row of `hash` points to. */
export const HASH_KIND = { block: 0, container: 1, tx: 2, vertex: 3, vertexTx: 4 } as const;
export type HashKind = (typeof HASH_KIND)[keyof typeof HASH_KIND];

/** `asset.cap`, `asset.asset_type`. */
export const ASSET_CAP = { fixed: 0, variable: 1 } as const;
export const ASSET_TYPE = { secp256k1: 0, nft: 1, property: 2 } as const;

/** `utxo.output_type`: what the output is. Indexes of this list never change. */
export const OUTPUT_TYPES = [
  "secp256k1.transfer",
  "secp256k1.mint",
  "nft.mint",
  "nft.transfer",
  "property.mint",
  "property.owned",
] as const;

/** `utxo.reward_type`. */
export const REWARD_TYPE = { validator: 0, delegator: 1, validatorFee: 2 } as const;

/** `stake.role`. */
export const STAKE_ROLE = { validator: 0, delegator: 1 } as const;

/** `stake.outcome` of a stake that is over: paid, returned without reward, removed by its owner, or simply expired. */
export const STAKE_OUTCOME = { rewarded: 0, aborted: 1, removed: 2, expired: 3 } as const;

/** `tx.outcome` of a proposal, decided by the option block after it. */
export const TX_OUTCOME = { committed: 0, aborted: 1 } as const;

/** Positions of a block: its height times this is the first. */
export const TXS_PER_BLOCK = 65_536;

/** `indexInBlock` of an effect without a transaction (an L1 validator running out of balance). */
export const NO_TX = TXS_PER_BLOCK - 1;

/** `active_period.unit`. */
export const PERIOD_UNIT = { week: 0, month: 1 } as const;

/** The key of a transaction, for order, pages and joins. Exact below 2^53. */
export function positionOf(height: number, indexInBlock: number): number {
  if (indexInBlock >= TXS_PER_BLOCK || height >= 2 ** 37) {
    throw new DataError("BYTES_INVALID", `no position for transaction ${indexInBlock} of height ${height}`);
  }
  return height * TXS_PER_BLOCK + indexInBlock;
}

export function heightOf(position: number): number {
  return Math.floor(position / TXS_PER_BLOCK);
}

export function indexInBlockOf(position: number): number {
  return position - heightOf(position) * TXS_PER_BLOCK;
}

/** Below every block of X and its genesis assets: the positions of the graph, which has no heights, begin here. */
const DAG_START = -(2 ** 52);
/** Positions of genesis assets, before the graph's first transaction. */
const GENESIS_PLACES = 65_536;

/** The key of an X transaction from before linearisation, by its number in the node's `X/tx` index. */
export function dagPosition(index: number): number {
  return DAG_START + index;
}

/** The key of an X genesis transaction, by its place in the genesis. */
export function xGenesisPosition(place: number): number {
  return DAG_START - GENESIS_PLACES + place;
}

/** The inverse of `dagPosition`; undefined for a transaction of a block or of the genesis. */
export function dagIndexOf(position: number): number | undefined {
  return position >= DAG_START && position < 0 ? position - DAG_START : undefined;
}

/** First 48 bits of an id: the key of `hash`. The full id is compared in the row that it points to. */
export function prefix48(id: Uint8Array): number {
  let prefix = 0;
  for (let i = 0; i < 6; i++) prefix = prefix * 256 + (id[i] ?? 0);
  return prefix;
}

/**
 * An EVM account in the dictionary of addresses: 21 bytes, so that it never equals an owner of outputs (20 bytes), even
 * of the same address.
 */
export function accountKey(address: Uint8Array): Uint8Array {
  const key = new Uint8Array(address.length + 1);
  key.set(address, 1);
  return key;
}

/** Several fixed-length byte strings in one column (owners of an output: 20 bytes each, in order). */
export function packBytes(parts: readonly Uint8Array[]): Uint8Array {
  const packed = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    packed.set(part, offset);
    offset += part.length;
  }
  return packed;
}

/** The inverse of `packBytes`. */
export function unpackBytes(packed: Uint8Array, width: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let offset = 0; offset < packed.length; offset += width)
    parts.push(packed.slice(offset, offset + width));
  return parts;
}

/** What a row of an EVM store's `hash` points to. */
export const EVM_HASH_KIND = { block: 0, transaction: 1 } as const;

/**
 * `address_activity.kind`: the lists of an address. `token`: movements of a contract's tokens. `wrap`: coin that it
 * wrapped or got back; `wrapper`: coin that a contract wrapped and gave back.
 */
export const ACTIVITY = {
  native: 0,
  internal: 1,
  erc20: 2,
  erc721: 3,
  erc1155: 4,
  token: 5,
  wrap: 6,
  wrapper: 7,
} as const;

/** `token_transfer.form`, `nft.form`: the form of the event. Indexes of this list never change. */
export const TRANSFER_FORMS = ["erc20", "erc721", "erc1155"] as const;

/** `approval.form`: of an amount of an ERC-20, or of all tokens of a contract. Indexes of this list never change. */
export const APPROVAL_FORMS = ["amount", "all"] as const;

/** `contract.standard`, as the public interface writes it. Indexes of this list never change. */
export const TOKEN_STANDARDS = ["UNKNOWN", "ERC-20", "ERC-721", "ERC-1155"] as const;

/** `contract_question.facts`: what is asked of a contract. Bits never change. */
export const CONTRACT_FACTS = { name: 1, symbol: 2, decimals: 4, standard: 8 } as const;
export const ALL_CONTRACT_FACTS = 15;

/**
 * `contract_question.doubts`: events that a known standard would have read differently. `wrap`: coin wrapped by a
 * possible ERC-20 was passed over; `unlabelled`: a transfer without indexed values was read as an ERC-20's. Bits never
 * change.
 */
export const CONTRACT_DOUBTS = { wrap: 1, unlabelled: 2 } as const;

/**
 * `internal_transaction.call_type`, as the public interface writes it. `UNKNOWN` is SELFDESTRUCT, for which it has no
 * word. Indexes of this list never change.
 */
export const CALL_TYPES = ["UNKNOWN", "CALL", "CALLCODE", "CREATE", "CREATE2", "CREATE3"] as const;

/** Indexes of the types that create a contract. */
export const CREATING_CALL_TYPES = (["CREATE", "CREATE2", "CREATE3"] as const).map((type) =>
  CALL_TYPES.indexOf(type),
);

/** Means all tokens of a contract together: the amount of an ERC-20, the number of tokens of a collection. */
export const NO_TOKEN_NUMBER = new Uint8Array();

/**
 * A u256 as a column holds it: its length in bytes, then its big-endian bytes without leading zeros, so that columns
 * sort like the numbers.
 */
export function toAmount(quantity: Uint8Array): Uint8Array {
  if (quantity.length === 0) return ZERO;
  const column = pool.take(quantity.length + 1);
  column[0] = quantity.length;
  column.set(quantity, 1);
  return column;
}

const ZERO = Uint8Array.of(0);
/** Binding a small array of its own first moves it out of the heap, which costs more than the row. */
const pool = new BytePool();

/** The inverse of `toAmount`, as a number. */
export function amountOf(column: Uint8Array): bigint {
  return quantityToBigint(column.subarray(1));
}

/** `toAmount` of a number. */
export function amountColumn(value: bigint): Uint8Array {
  return toAmount(minimalBytes(value));
}

/** Limit of events in a block. Numbers of first items, which is all items of most events, stay small. */
export const EVENTS_PER_BLOCK = 2 ** 26;

/**
 * One number for an event of a block and an item of its batch. Two never share one: they pass 2^53 only in an event of
 * 2^27 items, which has 8 GiB of data. They sort by item first: lists sort with `compareItems`.
 */
export function eventItem(logIndex: number, item: number): number {
  return item * EVENTS_PER_BLOCK + logIndex;
}

/**
 * The order of `address_activity.item` within a transaction: events as they happened, each with its items; calls by
 * index.
 */
export function compareItems(a: number, b: number): number {
  return (a % EVENTS_PER_BLOCK) - (b % EVENTS_PER_BLOCK) || a - b;
}
