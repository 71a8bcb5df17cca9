import type { TxTypeName } from "@/components/list/list-params";
import type { Chain } from "@/components/ui/chains";
import { HELICON_P_TX_TYPES, PUBLIC_P_TX_TYPES } from "@/lib/contract/data/p-chain";

/** Types one can filter by on each chain, in the order of the contract; on the C-Chain those of atomic transactions. */
export const TX_TYPES: Record<Chain, readonly TxTypeName[]> = {
  p: [...PUBLIC_P_TX_TYPES, ...HELICON_P_TX_TYPES],
  x: ["BaseTx", "CreateAssetTx", "OperationTx", "ImportTx", "ExportTx"],
  c: ["ImportTx", "ExportTx"],
};
