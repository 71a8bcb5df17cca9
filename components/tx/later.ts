"use client";

import { later } from "@/components/ui/later";

/** Lists of more than a page. */
export const EndlessFlowTable = later(async () => (await import("./endless")).EndlessFlowTable);
export const EndlessSignatures = later(async () => (await import("./endless")).EndlessSignatures);
