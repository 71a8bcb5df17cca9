"use client";

import { atFirstMove } from "@/components/list/at-first-move";

/** Lists of more than a page. */
export const EndlessCallTree = atFirstMove(async () => (await import("./endless")).EndlessCallTree);
export const EndlessCalls = atFirstMove(async () => (await import("./endless")).EndlessCalls);
export const EndlessLogs = atFirstMove(async () => (await import("./endless")).EndlessLogs);
export const EndlessTransfers = atFirstMove(async () => (await import("./endless")).EndlessTransfers);
