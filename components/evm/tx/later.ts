"use client";

import { later } from "@/components/ui/later";

/** Lists of more than a page. */
export const EndlessCallTree = later(async () => (await import("./endless")).EndlessCallTree);
export const EndlessCalls = later(async () => (await import("./endless")).EndlessCalls);
export const EndlessLogs = later(async () => (await import("./endless")).EndlessLogs);
export const EndlessTransfers = later(async () => (await import("./endless")).EndlessTransfers);
