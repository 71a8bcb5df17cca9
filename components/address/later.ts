"use client";

import { later } from "@/components/ui/later";

/** Lists of an address beside its transactions. The tab of its transactions does not load them. */
export const AccountList = later(async () => (await import("./lists")).AccountList);
/** With the chart's code, which no other tab has. */
export const BalanceHistory = later(async () => (await import("./balance-history")).BalanceHistory);
export const PaidRewards = later(async () => (await import("./lists")).PaidRewards);
export const PendingRewards = later(async () => (await import("./lists")).PendingRewards);
export const Stakes = later(async () => (await import("./lists")).Stakes);
export const AddressUtxos = later(async () => (await import("./lists")).AddressUtxos);
