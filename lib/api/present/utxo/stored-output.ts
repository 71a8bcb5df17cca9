import type { Output } from "../../../avalanche/effects";
import { PRIMARY_NETWORK_ID } from "../../../avalanche/ids";
import type { LearnedUtxoRow, UtxoRow } from "../../../store/queries/utxo";
import { CHAIN, OUTPUT_TYPES, unpackBytes } from "../../../store/rows/columns";
import type { ServedNetwork } from "../../request/network";

/** Id in whose name the P-Chain's genesis allocations stand. */
export const GENESIS_TX_ID = new Uint8Array(32);
export const ADDRESS_BYTES = 20;

/** What the store knows of a transaction's outputs and of those it spent, each in their order. */
export interface UtxoFacts {
  consumed: readonly UtxoRow[];
  /** Spent, but nobody indexed what made them. */
  learned: readonly LearnedUtxoRow[];
  emitted: readonly UtxoRow[];
}

/** A stored output as effects say it. */
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

/** Blockchain id of a chain. Rows are of chains whose id the store has; P stands in for one it has not. */
export function blockchainIdOf(network: ServedNetwork, chain: number): Uint8Array {
  const id = chain === CHAIN.x ? network.xChainId : chain === CHAIN.c ? network.cChainId : undefined;
  return id ?? PRIMARY_NETWORK_ID;
}
