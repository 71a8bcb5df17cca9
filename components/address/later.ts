"use client";

import { lazy } from "react";

/** Lists of an address beside its transactions. The tab of its transactions does not load them. */
export const AccountList = lazy(async () => ({ default: (await import("./lists")).AccountList }));
export const PaidRewards = lazy(async () => ({ default: (await import("./lists")).PaidRewards }));
export const PendingRewards = lazy(async () => ({ default: (await import("./lists")).PendingRewards }));
export const Stakes = lazy(async () => ({ default: (await import("./lists")).Stakes }));
export const AddressUtxos = lazy(async () => ({ default: (await import("./lists")).AddressUtxos }));
