"use client";

import { atFirstMove } from "@/components/list/at-first-move";

/** Lists of more than a page. */
export const EndlessBlockTxs = atFirstMove(async () => (await import("./endless")).EndlessBlockTxs);
export const EndlessEvmBlockTxs = atFirstMove(async () => (await import("./endless")).EndlessEvmBlockTxs);
