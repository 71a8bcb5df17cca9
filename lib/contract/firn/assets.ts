import { z } from "zod";
import { idParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

/** Assets of the X-Chain. Amounts are decimal texts in base units; of NFTs and properties, numbers of outputs. */

const TAG = "Firn";

/** Who owns outputs together: any `threshold` of the addresses sign. Bech32 without a chain prefix. */
const owners = z.object({ addresses: z.array(z.string()), threshold: z.int() });

/** An asset in a list. */
export const listedAsset = z
  .object({
    assetId: z.string(),
    name: z.string(),
    symbol: z.string(),
    denomination: z.int(),
    type: z.enum(["secp256k1", "nft", "property"]),
    /** variable if it started with a right to mint. */
    cap: z.enum(["fixed", "variable"]),
    /** Created by the network's genesis, and by no transaction of its own. */
    ofGenesis: z.boolean(),
    /** Unix seconds; absent where it is not known. */
    createdTimestamp: z.int().optional(),
  })
  .meta({ id: "FirnListedAsset" });
export type ListedAsset = z.infer<typeof listedAsset>;

export const firnAsset = listedAsset
  .extend({
    /** Whether it is the asset of fees and stakes. */
    isAvax: z.boolean(),
    /** In unspent outputs, on all chains and between them. For AVAX, the P-Chain's own supply. */
    supply: z.string().optional(),
    /** Who may mint more, and how many outputs give them that right. Absent where it is not known. */
    minters: z.array(owners.extend({ rights: z.int() })).optional(),
    /** Owners with the largest amounts first, at most 100. Outputs with the same owners count as one. */
    holders: z.object({ count: z.int(), largest: z.array(owners.extend({ amount: z.string() })) }).optional(),
    /**
     * Why supply, minters and holders are absent, if they are: the store lacks the beginning of a chain, or the asset
     * has too many transactions. Of AVAX, holders are never listed.
     */
    unknown: z.enum(["gap", "many", "avax"]).optional(),
  })
  .meta({ id: "FirnAsset" });
export type FirnAsset = z.infer<typeof firnAsset>;

export const listAssets = route({
  method: "get",
  path: "/firn/v1/assets",
  operationId: "firnAssets",
  tag: TAG,
  summary: "List assets of the X-Chain",
  description: "Those whose creation is indexed, last created first.",
  params: z.object({}),
  query: z.object({
    before: idParameter("an asset id: returns the assets created before it").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), assets: z.array(listedAsset) })
    .meta({ id: "ListFirnAssetsResponse" }),
});

export const getAsset = route({
  method: "get",
  path: "/firn/v1/assets/{assetId}",
  operationId: "firnAsset",
  tag: TAG,
  summary: "Get an asset of the X-Chain with its supply, minters and holders",
  description: "404 if the transaction that created it is not indexed.",
  params: z.object({ assetId: idParameter("an asset id") }),
  query: z.object({}),
  response: firnAsset,
});
