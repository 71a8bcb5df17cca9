import type { UtxoKey } from "../../store/queries/utxo-list";
import { CHAIN, type ChainCode, dagPosition, xGenesisPosition } from "../../store/rows/columns";

/**
 * An output's key in the 64 bits of a page token: 2 of chain (with a fourth value for the X-Chain's graph and genesis,
 * whose positions are negative), 46 of position (heights below 2^30), 16 of output index.
 */
export function packUtxoKey({ chain, position, output_index }: UtxoKey): bigint {
  const ofGraph = position < 0;
  const place = BigInt(ofGraph ? position - GRAPH_START : position);
  return (
    (BigInt(ofGraph ? GRAPH : chain) << (POSITION_BITS + INDEX_BITS)) |
    (place << INDEX_BITS) |
    BigInt(output_index)
  );
}

/** The inverse of `packUtxoKey`; the cursor may have lost its sign. */
export function unpackUtxoKey(cursor: bigint): UtxoKey {
  const bits = BigInt.asUintN(64, cursor);
  const code = Number(bits >> (POSITION_BITS + INDEX_BITS));
  const place = Number((bits >> INDEX_BITS) & ((1n << POSITION_BITS) - 1n));
  const ofGraph = code === GRAPH;
  return {
    chain: ofGraph ? CHAIN.x : (code as ChainCode),
    position: ofGraph ? place + GRAPH_START : place,
    output_index: Number(bits & ((1n << INDEX_BITS) - 1n)),
  };
}

const POSITION_BITS = 46n;
const INDEX_BITS = 16n;
const GRAPH = 3;
const GRAPH_START = Math.min(dagPosition(0), xGenesisPosition(0));
