import type { Effect } from "@/lib/avalanche/effects";

/** Where one asset's amount came from and went in a transaction, in its base unit. */
export interface AssetBalance {
  /** 32 bytes. */
  assetId: Uint8Array;
  consumed: bigint;
  produced: bigint;
  staked: bigint;
  exported: bigint;
  /** Into the balances L1 validators pay their fee from; AVAX only. */
  l1Balances: bigint;
  /** What is left over and burned. Negative only when bytes lie. */
  fee: bigint;
}

/**
 * Sums a transaction by asset, assets in the order of first appearance. Transactions without inputs (proposals) give
 * an empty list. L1 balances count to the asset of the first input: they are always AVAX, as fees are.
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
  for (const effect of effects) addEffect(effect, at);
  const [first] = balances.values();
  if (first !== undefined) first.l1Balances = sumL1Balances(effects);
  for (const balance of balances.values()) {
    const { consumed, produced, staked, exported, l1Balances } = balance;
    balance.fee = consumed - produced - staked - exported - l1Balances;
  }
  return [...balances.values()];
}

function addEffect(effect: Effect, at: (assetId: Uint8Array) => AssetBalance): void {
  switch (effect.kind) {
    case "utxo.consumed":
    case "utxo.evmInput":
      at(effect.assetId).consumed += effect.amount;
      break;
    case "utxo.produced":
      at(effect.output.assetId).produced += effect.output.amount;
      break;
    case "utxo.staked":
      at(effect.output.assetId).staked += effect.output.amount;
      break;
    case "utxo.exported":
      at(effect.output.assetId).exported += effect.output.amount;
      break;
    case "utxo.evmOutput":
      at(effect.assetId).produced += effect.amount;
      break;
  }
}

function sumL1Balances(effects: readonly Effect[]): bigint {
  let sum = 0n;
  for (const effect of effects) {
    if (effect.kind === "l1Validator.registered") sum += effect.balance;
    if (effect.kind === "l1Validator.balanceIncreased") sum += effect.amount;
  }
  return sum;
}
