"use client";

import { evmBlockTxs } from "@/components/evm/block/block-txs";
import { infinite } from "@/components/list/infinite-list";
import { blockTxs } from "./block-txs";

/** What `later.ts` loads in one file: most of it is what lists share. */
export const EndlessBlockTxs = infinite(blockTxs);
export const EndlessEvmBlockTxs = infinite(evmBlockTxs);
