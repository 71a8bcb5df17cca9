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

/** Ids of the network that are not in the bytes of blocks. */
export interface NetworkIds {
  xChainId: Uint8Array;
  cChainId: Uint8Array;
  avaxAssetId: Uint8Array;
}

/** A key that signed: 33 bytes, and its address. */
export interface SignerKey {
  publicKey: Uint8Array;
  address: Uint8Array;
}

/** Where a transaction is. */
export interface TxLocation {
  chain: ChainCode;
  position: number;
}

/** State shared while one batch is projected: its rows, the dictionaries, and where transactions are. */
export interface Projection {
  batch: Batch;
  addresses: Dictionary;
  assets: Dictionary;
  network: NetworkIds;
  /** When Durango was activated, unix seconds. */
  durango: number;
  /** Locations of the transactions in this batch and of the stored ones it refers to, by `byteKey` of their id. */
  locations: Map<string, TxLocation>;
  /** Stored inputs that spend outputs of this batch, by `utxoKey`. */
  waiting: Map<string, WaitingInput>;
  /** Position of the last transaction of a P-Chain block, by height: what an option block decides. */
  lastPositions: Map<number, number>;
  /** Keys recovered in advance, by `signersKey`: of inputs whose owners are not stored, and of authorizations. */
  signers: Map<string, SignerKey[]>;
  /** Addresses of accounts whose keys are known, by `byteKey` of the account. */
  accounts: Map<string, Uint8Array>;
  /** Numbers of L1 validators, by `byteKey` of their validation id. */
  validations: Map<string, number>;
  /** Numbers of the live spans that go on, by chain; undefined for blocks that are older than stored ones. */
  lastLiveSpans: Map<number, number> | undefined;
  /** The largest number assigned to an L1 validator. */
  lastValidation: { id: number };
  /** The largest number assigned to a stake; absent when the batch adds none. */
  lastStake?: number;
  /** Whether the ledger is kept: then nothing of the chain may be missing. */
  complete: boolean;
}

/** A transaction that touches addresses and assets. */
export interface Actor extends TxLocation {
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

/** Position of a transaction on a chain; 0 for genesis allocations on P. Undefined when the store does not have it. */
export function findPosition(
  projection: Projection,
  txId: Uint8Array,
  chain: ChainCode = CHAIN.p,
): number | undefined {
  const location = projection.locations.get(byteKey(txId));
  return location?.chain === chain ? location.position : undefined;
}

/** Position of a P-Chain transaction that must be stored. @throws DataError LEDGER_MISMATCH */
export function requirePosition(projection: Projection, txId: Uint8Array): number {
  const position = findPosition(projection, txId);
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

/**
 * The chain on which an input's output was created: the spender's own unless it imports. Undefined for an unknown
 * chain.
 */
export function sourceOf(
  projection: Projection,
  chain: ChainCode,
  { sourceChain }: { sourceChain?: Uint8Array },
): ChainCode | undefined {
  if (sourceChain === undefined) return chain;
  return Object.values(CHAIN).find((code) => equalBytes(idOfChain(projection, code), sourceChain));
}

/** Locations at the start of a batch: the P-Chain's genesis allocations. */
export function genesisLocations(): Map<string, TxLocation> {
  return new Map([[byteKey(PRIMARY_NETWORK_ID), { chain: CHAIN.p, position: 0 }]]);
}

/** Key of a UTXO in maps. */
export function utxoKey({ chain, position }: TxLocation, outputIndex: number): string {
  return `${chain}/${position}/${outputIndex}`;
}

/** The number of an asset. A new asset is added to the batch. */
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

/** Records that a transaction touched addresses. New ones are added to the dictionary. */
export function touchAddresses(projection: Projection, addresses: readonly Uint8Array[], by: Actor): void {
  for (const address of addresses) {
    projection.batch.insert("address_tx", {
      address_id: addressNumber(projection, address),
      chain: by.chain,
      position: by.position,
      tx_type: by.txType,
    });
  }
}

/** Records that a transaction touched an asset. AVAX, which all touch, is left out. */
export function touchAsset(projection: Projection, assetId: Uint8Array, by: Actor): void {
  if (isAvax(projection.network, assetId)) return;
  projection.batch.insert("asset_tx", {
    asset: assetNumber(projection, assetId),
    chain: by.chain,
    position: by.position,
    tx_type: by.txType,
  });
}

/** Everything about a new UTXO except its output. */
export interface UtxoOrigin extends TxLocation {
  outputIndex: number;
  staked?: boolean;
  destination?: Uint8Array;
  rewardType?: number;
  stakePosition?: number;
  createdPosition?: number;
}

/**
 * Inserts a UTXO and its owners, with the input that spends it if that was stored before.
 * @throws DataError LEDGER_MISMATCH when that input contradicts it
 */
export function insertUtxo(projection: Projection, output: Output, origin: UtxoOrigin): void {
  const { addresses, locktime, threshold } = output.owner;
  // Written out: a literal that begins with a spread takes ten kilobytes here.
  const row: UtxoTable = {
    chain: origin.chain,
    position: origin.position,
    output_index: origin.outputIndex,
    asset: assetNumber(projection, output.assetId),
    amount: output.amount,
    output_type: OUTPUT_TYPES.indexOf(output.outputType),
    locktime,
    threshold,
    owners: packBytes(addresses),
    stakeable_locktime: output.stakeableLocktime ?? null,
    group_id: output.groupId ?? null,
    payload: output.payload ?? null,
    staked: origin.staked ?? false,
    destination: origin.destination ?? null,
    reward_type: origin.rewardType ?? null,
    stake_position: origin.stakePosition ?? null,
    created_position: origin.createdPosition ?? null,
    released_position: null,
    consumed_chain: null,
    consumed_position: null,
    consumed_input: null,
  };
  const spender = projection.waiting.get(utxoKey(origin, origin.outputIndex));
  if (spender) join(projection, row, spender);
  projection.batch.insert("utxo", row);
  // Every owner gets a number, even one that only appears in the genesis.
  for (const address of addresses) addressNumber(projection, address);
  if (addresses.length > 1) addSharedOwner(projection, addresses, row.owners);
  if (spender) {
    const by = {
      chain: spender.consumed_chain,
      position: spender.consumed_position,
      txType: spender.consumer_type,
    };
    touchAddresses(projection, addresses, by);
  }
}

function addSharedOwner({ batch }: Projection, addresses: readonly Uint8Array[], owners: Uint8Array): void {
  for (const address of addresses)
    if (!batch.find("shared_owner", [address, owners])) batch.insert("shared_owner", { address, owners });
}

/** The UTXO that a spender expects. */
export interface ExpectedUtxo {
  chain: ChainCode;
  imported: boolean;
  asset: number;
  amount: bigint;
}

/** Why a UTXO cannot be spent that way; undefined when it can. */
export function whyUnspendable(
  projection: Projection,
  row: Readonly<UtxoTable>,
  expected: ExpectedUtxo,
): string | undefined {
  if (row.amount !== expected.amount || row.asset !== expected.asset) {
    return `it holds ${row.amount} of asset ${row.asset}`;
  }
  const owner = expected.imported ? idOfChain(projection, expected.chain) : null;
  const { destination } = row;
  const here =
    destination === null || owner === null ? destination === owner : equalBytes(destination, owner);
  return here ? undefined : "it is for another chain";
}

/** Merges a waiting input into the output that it spends, as if the output had come first. */
function join(projection: Projection, row: UtxoTable, spender: WaitingInput): void {
  const { consumed_chain, consumed_position, consumed_input } = spender;
  const reason = whyUnspendable(projection, row, {
    chain: consumed_chain,
    imported: consumed_chain !== row.chain,
    asset: spender.asset,
    amount: spender.amount,
  });
  if (reason !== undefined) {
    const input = `input ${consumed_input} of position ${consumed_position} (chain ${consumed_chain})`;
    throw new DataError("LEDGER_MISMATCH", `${input} spends ${formatId(spender.tx_id)}, but ${reason}`);
  }
  Object.assign(row, { consumed_chain, consumed_position, consumed_input });
  projection.batch.remove("learned_utxo", [consumed_chain, consumed_position, consumed_input]);
}

/** Makes a transaction, block or vertex findable by its id. */
export function insertHash(
  projection: Projection,
  id: Uint8Array,
  at: TxLocation & { kind: keyof typeof HASH_KIND },
): void {
  const { chain, position } = at;
  projection.batch.insert("hash", { prefix48: prefix48(id), chain, kind: HASH_KIND[at.kind], position });
}

/** The number of an address. A new address is added to the batch. */
export function addressNumber(projection: Projection, address: Uint8Array): number {
  return projection.addresses.idOf(address, (entry) => projection.batch.insert("address", entry));
}
