"use client";

import { atFirstMove } from "@/components/list/at-first-move";

/** Lists of more than a page. */
export const EndlessFlowTable = atFirstMove(async () => (await import("./endless")).EndlessFlowTable);
export const EndlessSignatures = atFirstMove(async () => (await import("./endless")).EndlessSignatures);
