import type { TxTypeName } from "@/components/list/list-params";
import type { Chain } from "@/components/ui/chains";
import { C_TXS } from "@/lib/avalanche/c/txs";
import { P_TXS } from "@/lib/avalanche/p/txs";
import { X_TXS } from "@/lib/avalanche/x/txs";

/** Types that can be filtered by on each chain, in the contract's order; on the C-Chain those of atomic transactions. */
export const TX_TYPES: Record<Chain, readonly TxTypeName[]> = {
  p: P_TXS.map(({ name }) => name),
  x: X_TXS.map(({ name }) => name),
  c: C_TXS.map(({ name }) => name),
};
