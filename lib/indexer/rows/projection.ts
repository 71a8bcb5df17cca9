import { isAvax } from "../../avalanche/avax";
import { equalBytes } from "../../avalanche/codec/bytes";
import type { Output } from "../../avalanche/effects";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { DataError } from "../../errors";
import type { WaitingInput } from "../../store/queries/by-key";
import type { Batch } from "../../store/rows/batch";
import {
  CHAIN,
  type ChainCode,
  HASH_KIND,
  OUTPUT_TYPES,
  packBytes,
  prefix48,
} from "../../store/rows/columns";
import type { UtxoTable } from "../../store/tables/utxo";
import { byteKey } from "./byte-key";
import type { Dictionary } from "./dictionary";

/** Ids of the network that bytes don't explain. */
export interface NetworkIds {
  xChainId: Uint8Array;
  cChainId: Uint8Array;
  avaxAssetId: Uint8Array;
}

/** Where a transaction is. */
export interface Place {
  chain: ChainCode;
  position: number;
}

/** What the projection of one batch shares: the rows, the dictionaries, and where transactions are. */
export interface Projection {
  batch: Batch;
  addresses: Dictionary;
  assets: Dictionary;
  network: NetworkIds;
  /** The transactions in this batch and stored ones it refers to, by `byteKey` of their id. */
  places: Map<string, Place>;
  /** Stored inputs that spend what this batch makes, by `utxoKey`. */
  waiting: Map<string, WaitingInput>;
  /** Position of the last transaction of a P-Chain block, by height: what an option block decides. */
  lastPositions: Map<number, number>;
  /** Who signed for an input that spends what the store never saw made, by `position/credential`. */
  signers: Map<string, Uint8Array[]>;
  /** Numbers of L1 validators, by `byteKey` of their validation id. */
  validations: Map<string, number>;
  /** The largest number given to an L1 validator. */
  lastValidation: { id: number };
  /** The largest number given to a stake; absent when the batch adds none. */
  lastStake?: number;
  /** Whether the ledger says what bytes don't: then nothing of the chain may be missing. */
  complete: boolean;
}

/** A transaction that touches what it does. */
export interface Actor extends Place {
  /** Codec type id. */
  txType: number;
}

/** The transaction whose effects are being projected. */
export interface TxContext extends Actor {
  projection: Projection;
  txId: Uint8Array;
  /** Chain time of its block, unix seconds. */
  time: number;
}

/** Position of a transaction on a chain; genesis allocations of P stand at 0. Undefined when the store hasn't got it. */
export function placeOf(
  projection: Projection,
  txId: Uint8Array,
  chain: ChainCode = CHAIN.p,
): number | undefined {
  const place = projection.places.get(byteKey(txId));
  return place?.chain === chain ? place.position : undefined;
}

/** The same for a P-Chain transaction that must be there. @throws DataError LEDGER_MISMATCH */
export function requirePlace(projection: Projection, txId: Uint8Array): number {
  const position = placeOf(projection, txId);
  if (position !== undefined) return position;
  throw new DataError(
    "LEDGER_MISMATCH",
    `the store has no transaction ${formatId(txId)}, which a later one needs`,
  );
}

/** The blockchain id of a chain. */
export function idOfChain({ network }: Projection, chain: ChainCode): Uint8Array {
  return { [CHAIN.p]: PRIMARY_NETWORK_ID, [CHAIN.x]: network.xChainId, [CHAIN.c]: network.cChainId }[chain];
}

/** The chain on which an input's output was made: the spender's own unless it imports. Undefined for an unknown one. */
export function sourceOf(
  projection: Projection,
  chain: ChainCode,
  { sourceChain }: { sourceChain?: Uint8Array },
): ChainCode | undefined {
  if (sourceChain === undefined) return chain;
  return Object.values(CHAIN).find((code) => equalBytes(idOfChain(projection, code), sourceChain));
}

/** A place for each transaction that a batch may refer to, the P-Chain's genesis allocations among them. */
export function newPlaces(): Map<string, Place> {
  return new Map([[byteKey(PRIMARY_NETWORK_ID), { chain: CHAIN.p, position: 0 }]]);
}

/** A UTXO in maps. */
export function utxoKey({ chain, position }: Place, outputIndex: number): string {
  return `${chain}/${position}/${outputIndex}`;
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
export function touchAddresses(projection: Projection, addresses: readonly Uint8Array[], by: Actor): void {
  for (const address of addresses) {
    const row = {
      address_id: addressNumber(projection, address),
      chain: by.chain,
      position: by.position,
      tx_type: by.txType,
    };
    if (projection.batch.find("address_tx", [row.address_id, row.chain, row.position])) continue;
    projection.batch.insert("address_tx", row);
  }
}

/** Notes that a transaction touched an asset; AVAX, which all do, is left out. */
export function touchAsset(projection: Projection, assetId: Uint8Array, by: Actor): void {
  if (isAvax(projection.network, assetId)) return;
  const asset = assetNumber(projection, assetId);
  if (projection.batch.find("asset_tx", [asset, by.chain, by.position])) return;
  projection.batch.insert("asset_tx", {
    asset,
    chain: by.chain,
    position: by.position,
    tx_type: by.txType,
  });
}

/** How a UTXO comes into being, beyond its output. */
export interface Birth extends Place {
  outputIndex: number;
  staked?: boolean;
  destination?: Uint8Array;
  rewardType?: number;
  stakePosition?: number;
  createdPosition?: number;
}

/**
 * A new UTXO and its owners, with the input that spends it if that was stored before.
 * @throws DataError LEDGER_MISMATCH when that input says otherwise
 */
export function insertUtxo(projection: Projection, output: Output, birth: Birth): void {
  const { addresses, locktime, threshold } = output.owner;
  const key = { chain: birth.chain, position: birth.position, output_index: birth.outputIndex };
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
    staked: birth.staked ?? false,
    destination: birth.destination ?? null,
    reward_type: birth.rewardType ?? null,
    stake_position: birth.stakePosition ?? null,
    created_position: birth.createdPosition ?? null,
    released_position: null,
    consumed_chain: null,
    consumed_position: null,
    consumed_input: null,
  };
  const spender = projection.waiting.get(utxoKey(birth, birth.outputIndex));
  if (spender) join(projection, row, spender);
  projection.batch.insert("utxo", row);
  // Every owner has a number, even who only has what the genesis gave.
  for (const address of addresses) addressNumber(projection, address);
  if (addresses.length > 1) noteSharedOwner(projection, addresses, row.owners);
  if (spender) {
    const by = {
      chain: spender.consumed_chain,
      position: spender.consumed_position,
      txType: spender.consumer_type,
    };
    touchAddresses(projection, addresses, by);
  }
}

function noteSharedOwner({ batch }: Projection, addresses: readonly Uint8Array[], owners: Uint8Array): void {
  for (const address of addresses)
    if (!batch.find("shared_owner", [address, owners])) batch.insert("shared_owner", { address, owners });
}

/** What a spender of a UTXO must find there. */
export interface Claim {
  chain: ChainCode;
  imported: boolean;
  asset: number;
  amount: bigint;
}

/** What a UTXO has against being spent so; undefined when it fits. */
export function objectionOf(
  projection: Projection,
  row: Readonly<UtxoTable>,
  claim: Claim,
): string | undefined {
  if (row.amount !== claim.amount || row.asset !== claim.asset) {
    return `it holds ${row.amount} of asset ${row.asset}`;
  }
  const owner = claim.imported ? idOfChain(projection, claim.chain) : null;
  const { destination } = row;
  const here =
    destination === null || owner === null ? destination === owner : equalBytes(destination, owner);
  return here ? undefined : "it is for another chain";
}

/** The output of a waiting input is here: from now on they are one row, as if it had come first. */
function join(projection: Projection, row: UtxoTable, spender: WaitingInput): void {
  const { consumed_chain, consumed_position, consumed_input } = spender;
  const objection = objectionOf(projection, row, {
    chain: consumed_chain,
    imported: consumed_chain !== row.chain,
    asset: spender.asset,
    amount: spender.amount,
  });
  if (objection !== undefined) {
    const input = `input ${consumed_input} of position ${consumed_position} (chain ${consumed_chain})`;
    throw new DataError("LEDGER_MISMATCH", `${input} spends ${formatId(spender.tx_id)}, but ${objection}`);
  }
  Object.assign(row, { consumed_chain, consumed_position, consumed_input });
  projection.batch.remove("learned_utxo", [consumed_chain, consumed_position, consumed_input]);
}

/** Makes a transaction, block or vertex findable by its id. */
export function insertHash(
  projection: Projection,
  id: Uint8Array,
  at: Place & { kind: keyof typeof HASH_KIND },
): void {
  const { chain, position } = at;
  projection.batch.insert("hash", { prefix48: prefix48(id), chain, kind: HASH_KIND[at.kind], position });
}

/** The number of an address, new ones added to the batch. */
export function addressNumber(projection: Projection, address: Uint8Array): number {
  return projection.addresses.idOf(address, (entry) => projection.batch.insert("address", entry));
}
