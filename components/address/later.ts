"use client";

import dynamic from "next/dynamic";

/** Lists of an address beside its transactions. The tab of its transactions does not load them. */
export const AccountList = dynamic(async () => (await import("./lists")).AccountList);
export const PaidRewards = dynamic(async () => (await import("./lists")).PaidRewards);
export const PendingRewards = dynamic(async () => (await import("./lists")).PendingRewards);
export const Stakes = dynamic(async () => (await import("./lists")).Stakes);
export const AddressUtxos = dynamic(async () => (await import("./lists")).AddressUtxos);
