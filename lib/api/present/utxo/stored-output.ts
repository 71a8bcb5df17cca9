import type { Output } from "../../../avalanche/effects";
import { PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { LearnedUtxoRow, UtxoRow } from "../../../store/queries/utxo";
import { CHAIN, type ChainCode, OUTPUT_TYPES, unpackBytes } from "../../../store/rows/columns";
import type { ServedNetwork } from "../../request/network";

/** Transaction id of the P-Chain's genesis allocations. @source vms/platformvm/genesis/genesis.go */
export const GENESIS_TX_ID = new Uint8Array(32);
export const ADDRESS_BYTES = 20;

/** Stored facts of a transaction's created and consumed outputs, each in order. */
export interface UtxoFacts {
  consumed: readonly UtxoRow[];
  /** Spent outputs whose creating transaction is not indexed. */
  learned: readonly LearnedUtxoRow[];
  emitted: readonly UtxoRow[];
}

/** A stored output in the form that effects use. */
export function outputOf(row: UtxoRow): Output {
  return {
    outputType: OUTPUT_TYPES[row.output_type] ?? "secp256k1.transfer",
    assetId: row.asset_id,
    amount: row.amount,
    owner: {
      locktime: row.locktime,
      threshold: row.threshold,
      addresses: unpackBytes(row.owners, ADDRESS_BYTES),
    },
    ...(row.stakeable_locktime === null ? {} : { stakeableLocktime: row.stakeable_locktime }),
    ...(row.group_id === null ? {} : { groupId: row.group_id }),
    ...(row.payload === null ? {} : { payload: row.payload }),
  };
}

/** Blockchain ids of all chains, as far as they are stored. */
export function blockchainIdsOf(network: ServedNetwork): Record<ChainCode, Uint8Array | undefined> {
  return { [CHAIN.p]: PRIMARY_NETWORK_ID, [CHAIN.x]: network.xChainId, [CHAIN.c]: network.cChainId };
}

/** Blockchain id of a chain. Only chains with a stored id have rows; P is the fallback for one without. */
export function blockchainIdOf(network: ServedNetwork, chain: ChainCode): Uint8Array {
  return blockchainIdsOf(network)[chain] ?? PRIMARY_NETWORK_ID;
}
