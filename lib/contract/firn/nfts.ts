import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import { erc721Transfer, erc1155Transfer } from "../data/evm-tokens";
import { tokenIdParameter } from "../data/nfts";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";
import { holderPage } from "./tokens";

const params = z.object({
  chainId: evmChainIdParameter,
  address: evmAddressParameter,
  tokenId: tokenIdParameter,
});

/** Image types that browsers draw and that contain no scripts. Only these are served. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const nftImage = z.object({ type: z.enum(IMAGE_TYPES), bytes: z.custom<Uint8Array>() });

/** Facts about a token besides its metadata: its history, and its rarity in the collection. */
export const firnNft = z
  .object({
    /**
     * The transaction that minted it, 0x hex, and its block's time, unix seconds. Absent if it is older than the blocks
     * that Firn has of the chain.
     */
    mintTxHash: z.string().optional(),
    mintTimestamp: z.int().optional(),
    /**
     * Its metadata as read: the JSON that its token URI led to or holds. Absent if none was read, or only by a Firn that
     * did not keep it.
     */
    document: z.string().optional(),
    /** When its owner received it, unix seconds; absent for an ERC-1155, which has holders. */
    ownerSince: z.int().optional(),
    /** Neighbours among the collection's known tokens, by token id, decimal. */
    previousTokenId: z.string().optional(),
    nextTokenId: z.string().optional(),
    /** Attributes in its metadata, with the number of the collection's tokens that share each; at most 100. */
    attributes: z.array(z.object({ name: z.string(), value: z.string(), tokens: z.int() })),
    /** Number of the collection's tokens whose metadata have been read. */
    tokensRead: z.int(),
  })
  .meta({ id: "FirnNft" });
export type FirnNft = z.infer<typeof firnNft>;

export const getNft = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/nfts/{address}/{tokenId}",
  operationId: "firnNft",
  tag: "Firn",
  summary: "Get a token's history and how common its attributes are",
  params,
  query: z.object({}),
  response: firnNft,
});

export const listNftHolders = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/nfts/{address}/{tokenId}/holders",
  operationId: "firnNftHolders",
  tag: "Firn",
  summary: "List holders of one ERC-1155 token",
  description:
    "With how many each has: the largest amount first, then by address. All pages show the state at the newest block of the first page. If amounts come from the node, it is asked about every account that the collection's known transfers name, or only this token's if those are more than 1,000 (`accountsAsked`); 404 if these are too, and 503 if that is because Firn has only part of the chain's history. 404 for an ERC-721 token, which has one owner.",
  params,
  query: z.object({
    after: evmAddressParameter
      .describe("an address: returns the holders after it in today's list")
      .optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 500 }),
  }),
  response: z.object(holderPage).meta({ id: "FirnNftHolders" }),
});

/** A transfer of a token, as pages write it. */
const moveParameter = textParameter((text) => {
  if (!/^0x[0-9a-f]{64}-\d{1,9}$/i.test(text)) throw new RangeError(text);
}, "a transaction's hash and the index of a log, 0x…-7 (returns transfers after that log)").optional();

export const listNftTransfers = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/nfts/{address}/{tokenId}/transfers",
  operationId: "firnNftTransfers",
  tag: "Firn",
  summary: "List transfers of one token of a collection",
  description: "Newest transaction first.",
  params,
  query: z.object({
    before: moveParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      transfers: z.array(z.union([erc721Transfer, erc1155Transfer])),
    })
    .meta({ id: "FirnNftTransfers" }),
});

export const getNftImage = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/nfts/{address}/{tokenId}/image",
  operationId: "firnNftImage",
  tag: "Firn",
  summary: "Get the image named in a token's metadata",
  description: `Firn's copy, fetched if FIRN_MEDIA allows, at most 8 MiB: ${IMAGE_TYPES.join(", ")}, recognised by its bytes. 404 says why there is none.`,
  params,
  query: z.object({}),
  answers: "image",
  response: nftImage,
});
