"use client";

import { later } from "@/components/ui/later";

/** Lists of an EVM transaction. Pages of other transactions do not load them. */
export const CallTree = later(async () => (await import("./lists")).CallTree);
export const Calls = later(async () => (await import("./lists")).Calls);
export const Logs = later(async () => (await import("./lists")).Logs);
export const Transfers = later(async () => (await import("./lists")).Transfers);
