"use client";

import dynamic from "next/dynamic";

/** Lists of an EVM transaction. Pages of other transactions do not load them. */
export const CallTree = dynamic(async () => (await import("./lists")).CallTree);
export const Calls = dynamic(async () => (await import("./lists")).Calls);
export const Logs = dynamic(async () => (await import("./lists")).Logs);
export const Transfers = dynamic(async () => (await import("./lists")).Transfers);
