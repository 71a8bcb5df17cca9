import { equalBytes } from "./codec/bytes";

/** Whether an asset is AVAX; undefined where the network's id of it is not known. */
export function isAvax(
  { avaxAssetId }: { avaxAssetId?: Uint8Array | undefined },
  assetId: Uint8Array,
): boolean | undefined {
  return avaxAssetId && equalBytes(avaxAssetId, assetId);
}
