import { type Effect, movesOf } from "@/lib/avalanche/effects";

/** Where one asset's amount came from and went in a transaction, in base units. */
export interface AssetBalance {
  /** 32 bytes. */
  assetId: Uint8Array;
  consumed: bigint;
  produced: bigint;
  staked: bigint;
  exported: bigint;
  /** Added to the balances that L1 validators pay their fee from. AVAX only. */
  l1Balances: bigint;
  /** What is left over and burned. Negative if more was minted than burned. */
  fee: bigint;
}

/**
 * Amounts of a transaction by asset, in order of first appearance. Transactions without inputs (proposals) give an
 * empty list. L1 balances count towards the asset of the first input: like fees, they are always AVAX.
 */
export function balancesOf(effects: readonly Effect[]): AssetBalance[] {
  const balances = new Map<string, AssetBalance>();
  const at = (assetId: Uint8Array): AssetBalance => {
    const key = assetId.join();
    const known = balances.get(key);
    if (known !== undefined) return known;
    const fresh = { assetId, consumed: 0n, produced: 0n, staked: 0n, exported: 0n, l1Balances: 0n, fee: 0n };
    balances.set(key, fresh);
    return fresh;
  };
  let l1Balances = 0n;
  for (const move of movesOf(effects)) {
    if (move.of === "l1Balance") l1Balances += move.amount;
    else at(move.assetId)[move.of] += move.amount;
  }
  const [first] = balances.values();
  if (first !== undefined) first.l1Balances = l1Balances;
  for (const balance of balances.values()) {
    const { consumed, produced, staked, exported, l1Balances } = balance;
    balance.fee = consumed - produced - staked - exported - l1Balances;
  }
  return [...balances.values()];
}
