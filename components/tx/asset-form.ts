import { assetOf, isAvax } from "@/components/effects/format";
import type { NetworkFacts } from "@/components/effects/tx-context";

/** How amounts of an asset are written. */
export interface AssetForm {
  /** Absent if Firn does not know the asset: its amounts are in base units. */
  decimals?: number;
  /** Symbol; empty if it is not known. */
  unit: string;
}

export function formOfAsset(assetId: Uint8Array, network: NetworkFacts): AssetForm {
  if (isAvax(assetId, network)) return { decimals: 9, unit: "AVAX" };
  const known = assetOf(assetId, network);
  return known === undefined ? { unit: "" } : { decimals: known.denomination, unit: known.symbol };
}
