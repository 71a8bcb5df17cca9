"use client";

import { later } from "@/components/ui/later";

/** Lists of a transaction of P, X or C. Pages of EVM transactions do not load them. */
export const FlowTable = later(async () => (await import("./lists")).FlowTable);
export const Signatures = later(async () => (await import("./lists")).Signatures);
