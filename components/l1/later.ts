"use client";

import { later } from "@/components/ui/later";

/** With the code of charts, which the rest of the page does without. */
export const FeeHistory = later(async () => (await import("./fee-history")).FeeHistory);
export const SeenHistory = later(async () => (await import("./seen-history")).SeenHistory);
