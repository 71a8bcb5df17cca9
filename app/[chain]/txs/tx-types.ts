import { HELICON_P_TX_TYPES, type PChainTxType, PUBLIC_P_TX_TYPES } from "@/lib/contract/data/p-chain";

/** Types one can filter by, in the order of the contract. */
export const TX_TYPES: readonly PChainTxType[] = [...PUBLIC_P_TX_TYPES, ...HELICON_P_TX_TYPES];
