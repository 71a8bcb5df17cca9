import type { ListedAsset } from "@/lib/contract/firn/assets";

/** Kinds of assets in words. */
export const ASSET_TYPES = {
  secp256k1: "Fungible",
  nft: "NFTs",
  property: "Properties",
} as const satisfies Record<ListedAsset["type"], string>;
