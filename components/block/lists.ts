import { evmBlockTxs } from "@/components/evm/block/block-txs";
import { listOf } from "@/components/list/whole-list";
import { blockTxs } from "./block-txs";
import { EndlessBlockTxs, EndlessEvmBlockTxs } from "./later";

/** Transactions of a block. */
export const BlockTxs = listOf(blockTxs, EndlessBlockTxs);
export const EvmBlockTxs = listOf(evmBlockTxs, EndlessEvmBlockTxs);
