"use client";

import { later } from "@/components/ui/later";

/** Lists of more than a page. */
export const EndlessBlockTxs = later(async () => (await import("./endless")).EndlessBlockTxs);
export const EndlessEvmBlockTxs = later(async () => (await import("./endless")).EndlessEvmBlockTxs);
