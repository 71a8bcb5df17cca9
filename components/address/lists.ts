/** What `later.ts` loads in one file. */
export { AccountList } from "./account-list";
export { PaidRewards, PendingRewards } from "./rewards";
export { Stakes } from "./stakes";
export { AddressUtxos } from "./utxos";
