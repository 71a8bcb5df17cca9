"use client";

import { later } from "@/components/ui/later";

/** With the code of charts, which the rest of the page does without. */
export const StakeHistory = later(async () => (await import("./stake-history")).StakeHistory);
