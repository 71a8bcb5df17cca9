import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import type { AddressTxType, TypesByList } from "@/components/address/tx-filter";

/** Types in each list of an address, and all of them. */
export const TYPES_BY_LIST: TypesByList = { ...TX_TYPES, evm: ["evm"] };
export const ADDRESS_TX_TYPES: readonly AddressTxType[] = [...new Set(Object.values(TYPES_BY_LIST).flat())];
