import { tryId } from "@/app/[chain]/network";
import { type Find, moved } from "@/app/existence";
import { readAsset, readAssets, readAssetTxs } from "@/app/x/asset/assets";
import { formatId } from "@/lib/avalanche/ids";
import type { FirnAsset } from "@/lib/contract/firn/assets";
import { hrefTo, type PageQuery, type SearchOf } from "@/lib/contract/pages";

/** The row after which a list starts; without one it starts with the newest. */
interface Before {
  before?: string;
}

function readBefore({ before }: SearchOf<"assets">): Before | undefined {
  if (before === undefined) return {};
  return typeof before === "string" && tryId(before) !== undefined ? { before } : undefined;
}

/** `before`: an asset. */
export const ASSETS_QUERY: PageQuery<"assets", Before> = {
  read: readBefore,
  write: (query) => ({ ...query }),
};
/** `before`: a transaction of the asset. */
export const ASSET_QUERY: PageQuery<"asset", Before> = { read: readBefore, write: (query) => ({ ...query }) };

export const findAssets: Find<"assets", undefined, Before> = async ({ query }) => {
  if (query.before !== undefined) await readAssets({ ...query, pageSize: 1 });
  return { found: undefined };
};

export const findAsset: Find<"asset", FirnAsset, Before> = async ({ params, query }) => {
  const id = tryId(params.id);
  if (id === undefined) return "malformed";
  const asset = await readAsset(formatId(id));
  if (params.id !== asset.assetId) return moved(hrefTo("asset", { id: asset.assetId }, { ...query }));
  if (query.before !== undefined) await readAssetTxs(asset.assetId, { ...query, pageSize: 1 });
  return { found: asset };
};
