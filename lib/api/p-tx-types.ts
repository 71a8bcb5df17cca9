import { P_TXS } from "../avalanche/p/txs";
import type { Dialect } from "./dialect";

/** Codec type ids behind names of the `txTypes` filter, as the dialect calls them; names of the X-Chain have none here. */
export function pTxTypeIds(dialect: Dialect, names: readonly string[]): number[] {
  const wanted = new Set(names);
  return P_TXS.filter(({ name }) => wanted.has(name) || wanted.has(dialect.pChainTxType(name)))
    .map(({ typeId }) => typeId)
    .sort((a, b) => a - b);
}
