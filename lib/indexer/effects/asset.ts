import type { AssetEffect } from "../../avalanche/effects";
import { ASSET_CAP, ASSET_TYPE } from "../../store/rows/columns";
import { assetNumber, touchAsset } from "../rows/projection";
import type { EffectHandlers } from "./handler";

export const assetHandlers: EffectHandlers<AssetEffect> = {
  /** An asset gets its name; others may have dealt in it before, where their chain was indexed first. */
  "asset.created": {
    needs: (wanted, _, txId) => wanted.created(txId),
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
