import { C_TXS } from "../../avalanche/c/txs";
import { P_TXS } from "../../avalanche/p/txs";
import { X_TXS } from "../../avalanche/x/txs";
import type { Chain } from "./chains";
import type { Dialect } from "./dialect";

/**
 * Codec type ids on a chain for names in the `txTypes` filter, in the dialect's spelling. Names of other chains have
 * none.
 */
export function txTypeIds(chain: Chain, dialect: Dialect, names: readonly string[]): number[] {
  const wanted = new Set(names);
  const known = {
    p: P_TXS.map(({ name, typeId }) => ({ typeId, names: [name, dialect.pChainTxType(name)] })),
    x: X_TXS.map(({ name, typeId }) => ({ typeId, names: [name] })),
    c: C_TXS.map(({ name, typeId }) => ({ typeId, names: [name] })),
  }[chain.letter];
  return known
    .filter((type) => type.names.some((name) => wanted.has(name)))
    .map(({ typeId }) => typeId)
    .sort((a, b) => a - b);
}
