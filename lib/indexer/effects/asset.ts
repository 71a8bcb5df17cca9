import type { AssetEffect } from "../../avalanche/effects";
import { ASSET_CAP, ASSET_TYPE } from "../../store/rows/columns";
import { assetNumber, touchAsset } from "../rows/projection";
import type { EffectHandlers } from "./handler";

export const assetHandlers: EffectHandlers<AssetEffect> = {
  /** Names an asset. Its row may exist already, where transactions that use it were indexed first. */
  "asset.created": {
    addNeeds: (needs, _, txId) => needs.newAsset(txId),
    rows(context, effect) {
      const { projection, txId, position } = context;
      projection.batch.update("asset", [assetNumber(projection, txId)], {
        created_position: position,
        name: effect.name,
        symbol: effect.symbol,
        denomination: effect.denomination,
        cap: ASSET_CAP[effect.cap],
        asset_type: ASSET_TYPE[effect.type],
      });
      touchAsset(projection, txId, context);
    },
  },
};
