import { z } from "zod";
import { evmPosition, price, richAddress } from "./evm";

/** Shapes of tokens and their transfers. */

export const erc20Token = z
  .object({
    address: z.string(),
    /** Each is left out if the contract does not return it, or the node could not answer yet. */
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int().optional(),
    logoUri: z.string().optional(),
    ercType: z.literal("ERC-20"),
    price: price.optional(),
  })
  .meta({ id: "Erc20Token" });

/** Somebody's rating of a token. */
export const tokenReputation = z.enum(["Malicious", "Benign"]).nullable();

export const NFT_INDEX_STATES = [
  "UNKNOWN",
  "MISSING_TOKEN",
  "INVALID_TOKEN_URI",
  "INVALID_TOKEN_URI_SCHEME",
  "UNREACHABLE_TOKEN_URI",
  "THROTTLED_TOKEN_URI",
  "METADATA_CONTENT_TOO_LARGE",
  "INVALID_METADATA",
  "INVALID_METADATA_JSON",
  "INDEXED",
  "UNINDEXED",
] as const;
export type NftIndexStatus = (typeof NFT_INDEX_STATES)[number];

const metadata = {
  indexStatus: z.union([z.enum(NFT_INDEX_STATES), z.literal("indexed")]),
  metadataLastUpdatedTimestamp: z.int().optional(),
  name: z.string().optional(),
  symbol: z.string().optional(),
  imageUri: z.string().optional(),
  description: z.string().optional(),
  animationUri: z.string().optional(),
  externalUrl: z.string().optional(),
  background: z.string().optional(),
};

export const erc721Token = z
  .object({
    address: z.string(),
    name: z.string().optional(),
    symbol: z.string().optional(),
    ercType: z.literal("ERC-721"),
    /** Decimal. */
    tokenId: z.string(),
    tokenUri: z.string().optional(),
    /** `attributes` is JSON text. */
    metadata: z
      .object({ ...metadata, attributes: z.string().optional() })
      .meta({ id: "Erc721TokenMetadata" }),
    ownerAddress: z.string().optional(),
  })
  .meta({ id: "Erc721Token" });

export const erc1155Token = z
  .object({
    address: z.string(),
    ercType: z.literal("ERC-1155"),
    tokenId: z.string(),
    tokenUri: z.string().optional(),
    metadata: z
      .object({ ...metadata, decimals: z.int().optional(), properties: z.string().optional() })
      .meta({ id: "Erc1155TokenMetadata" }),
  })
  .meta({ id: "Erc1155Token" });

const parties = { from: richAddress, to: richAddress, logIndex: z.int() };

export const erc20TransferDetails = z
  .object({ ...parties, value: z.string(), erc20Token })
  .meta({ id: "Erc20TransferDetails" });
export const erc721TransferDetails = z
  .object({ ...parties, erc721Token })
  .meta({ id: "Erc721TransferDetails" });
export const erc1155TransferDetails = z
  .object({ ...parties, value: z.string(), erc1155Token })
  .meta({ id: "Erc1155TransferDetails" });

const placed = { ...evmPosition, txHash: z.string() };

export const erc20Transfer = erc20TransferDetails.extend(placed).meta({ id: "Erc20Transfer" });
export const erc721Transfer = erc721TransferDetails.extend(placed).meta({ id: "Erc721Transfer" });
export const erc1155Transfer = erc1155TransferDetails.extend(placed).meta({ id: "Erc1155Transfer" });
