import { equalBytes } from "../avalanche/bytes";
import type { Output } from "../avalanche/effects";
import { formatId, PRIMARY_NETWORK_ID } from "../avalanche/ids";
import { DataError } from "../errors";
import type { Batch } from "../store/batch";
import { CHAIN, HASH_KIND, OUTPUT_TYPES, packBytes, prefix48 } from "../store/columns";
import type { UtxoTable } from "../store/tables/utxo";
import { byteKey } from "./byte-key";
import type { Dictionary } from "./dictionary";

/** What the projection of one batch shares: the rows, the dictionaries, and where transactions are. */
export interface Projection {
  batch: Batch;
  addresses: Dictionary;
  assets: Dictionary;
  /** Positions of the transactions in this batch and of stored ones it refers to, by `byteKey` of their id. */
  places: Map<string, number>;
  /** Position of the last transaction of a block, by height: what an option block decides. */
  lastPositions: Map<number, number>;
  /** Who signed for an input that spends what the store never saw made, by `position/credential`. */
  signers: Map<string, Uint8Array[]>;
  /** Numbers of L1 validators, by `byteKey` of their validation id. */
  validations: Map<string, number>;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
  /** Whether the ledger says what bytes don't: then nothing may be missing. */
  complete: boolean;
  avaxAssetId: Uint8Array;
}

/** The transaction whose effects are being projected. */
export interface TxContext {
  projection: Projection;
  txId: Uint8Array;
  txType: number;
  position: number;
  /** Chain time of its block, unix seconds. */
  time: number;
  amounts: TxAmounts;
}

/** nAVAX, added up while a transaction's effects are projected. */
export interface TxAmounts {
  consumed: bigint;
  value: bigint;
  staked: bigint;
  l1Balance: bigint;
}

/** Where a transaction is; genesis allocations stand at position 0. Undefined when the store doesn't have it. */
export function placeOf(projection: Projection, txId: Uint8Array): number | undefined {
  return projection.places.get(byteKey(txId));
}

/** The same for a transaction that must be there. @throws DataError LEDGER_MISMATCH */
export function requirePlace(projection: Projection, txId: Uint8Array): number {
  const position = placeOf(projection, txId);
  if (position !== undefined) return position;
  throw new DataError(
    "LEDGER_MISMATCH",
    `the store has no transaction ${formatId(txId)}, which a later one needs`,
  );
}

/** Whether an input takes its UTXO out of atomic memory: it was made on another chain. */
export function isImported({ sourceChain }: { sourceChain?: Uint8Array }): boolean {
  return sourceChain !== undefined && !equalBytes(sourceChain, PRIMARY_NETWORK_ID);
}

/** A place for each transaction that a batch may refer to, genesis allocations among them. */
export function newPlaces(): Map<string, number> {
  return new Map([[byteKey(PRIMARY_NETWORK_ID), 0]]);
}

/** The number of an asset, new ones added to the batch. */
export function assetNumber(projection: Projection, assetId: Uint8Array): number {
  return projection.assets.idOf(assetId, ({ id, bytes }) => {
    projection.batch.insert("asset", {
      id,
      asset_id: bytes,
      created_position: null,
      name: null,
      symbol: null,
      denomination: null,
      cap: null,
      asset_type: null,
    });
  });
}

/** Notes that a transaction touched addresses; new ones are added to the dictionary. */
export function touchAddresses(
  projection: Projection,
  addresses: readonly Uint8Array[],
  by: { position: number; txType: number },
): void {
  for (const address of addresses) {
    const row = {
      address_id: addressNumber(projection, address),
      chain: CHAIN.p,
      position: by.position,
      tx_type: by.txType,
    };
    if (projection.batch.find("address_tx", [row.address_id, row.chain, row.position])) continue;
    projection.batch.insert("address_tx", row);
  }
}

/** How a UTXO comes into being, beyond its output. */
export interface Birth {
  position: number;
  outputIndex: number;
  staked?: boolean;
  destination?: Uint8Array;
  rewardType?: number;
  createdPosition?: number;
}

/** A new UTXO and its owners. */
export function insertUtxo(projection: Projection, output: Output, birth: Birth): void {
  const { addresses, locktime, threshold } = output.owner;
  const key = { chain: CHAIN.p, position: birth.position, output_index: birth.outputIndex };
  const row: UtxoTable = {
    ...key,
    asset: assetNumber(projection, output.assetId),
    amount: output.amount,
    output_type: OUTPUT_TYPES.indexOf(output.outputType),
    locktime,
    threshold,
    owners: packBytes(addresses),
    stakeable_locktime: output.stakeableLocktime ?? null,
    group_id: output.groupId ?? null,
    payload: output.payload ?? null,
    staked: birth.staked ? 1 : 0,
    destination: birth.destination ?? null,
    reward_type: birth.rewardType ?? null,
    created_position: birth.createdPosition ?? null,
    released_position: null,
    consumed_chain: null,
    consumed_position: null,
    consumed_input: null,
  };
  projection.batch.insert("utxo", row);
  for (const address of addresses) {
    const id = addressNumber(projection, address);
    // An owner may be listed twice.
    if (projection.batch.find("utxo_address", [id, key.chain, key.position, key.output_index])) continue;
    projection.batch.insert("utxo_address", { address_id: id, ...key });
  }
}

/** Makes a transaction or block findable by its id. */
export function insertHash(
  projection: Projection,
  id: Uint8Array,
  at: { kind: keyof typeof HASH_KIND; position: number },
): void {
  const row = { prefix48: prefix48(id), chain: CHAIN.p, kind: HASH_KIND[at.kind], position: at.position };
  projection.batch.insert("hash", row);
}

function addressNumber(projection: Projection, address: Uint8Array): number {
  return projection.addresses.idOf(address, (entry) => projection.batch.insert("address", entry));
}
