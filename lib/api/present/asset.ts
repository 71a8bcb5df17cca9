import { equalBytes } from "../../avalanche/bytes";
import { formatId } from "../../avalanche/ids";
import type { AssetAmount } from "../../contract/data/primary-network";
import type { ServedNetwork } from "../network";

/** An amount of an asset (32-byte id). AVAX is known; names of others come with the X-Chain and are empty until then. */
export function presentAmount(network: ServedNetwork, assetId: Uint8Array, amount: bigint): AssetAmount {
  const isAvax = network.avaxAssetId !== undefined && equalBytes(assetId, network.avaxAssetId);
  return {
    assetId: formatId(assetId),
    name: isAvax ? "Avalanche" : "",
    symbol: isAvax ? "AVAX" : "",
    denomination: isAvax ? 9 : 0,
    type: "secp256k1",
    amount: amount.toString(),
  };
}

/** Sums by asset, in the order in which assets first appear. */
export class AssetSums {
  readonly #sums = new Map<string, { assetId: Uint8Array; amount: bigint }>();

  add(assetId: Uint8Array, amount: bigint): void {
    const key = formatId(assetId);
    const sum = this.#sums.get(key);
    if (sum) sum.amount += amount;
    else this.#sums.set(key, { assetId, amount });
  }

  /** One element per asset with an amount above 0. */
  present(network: ServedNetwork): AssetAmount[] {
    return [...this.#sums.values()]
      .filter(({ amount }) => amount > 0n)
      .map(({ assetId, amount }) => presentAmount(network, assetId, amount));
  }
}
