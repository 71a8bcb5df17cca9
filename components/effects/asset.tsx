import type { AssetEffect } from "@/lib/avalanche/effects";
import type { Tellers } from "./scene";
import { tell } from "./words";

/** Words of assets. Names and symbols are free text: quoted. */
export const assetTellers: Tellers<AssetEffect> = {
  "asset.created": {
    rank: 6,
    say: (effect) =>
      tell("Create", "Created", `asset “${effect.name}” (${effect.symbol}), ${effect.cap} supply`),
  },
};
