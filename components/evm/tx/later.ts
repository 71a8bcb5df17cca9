"use client";

import { lazy } from "react";

/** Lists of an EVM transaction. Pages of other transactions do not load them. */
export const CallTree = lazy(async () => ({ default: (await import("./lists")).CallTree }));
export const Calls = lazy(async () => ({ default: (await import("./lists")).Calls }));
export const Logs = lazy(async () => ({ default: (await import("./lists")).Logs }));
export const Transfers = lazy(async () => ({ default: (await import("./lists")).Transfers }));
