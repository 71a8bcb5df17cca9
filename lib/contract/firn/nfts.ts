import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import { erc721Transfer, erc1155Transfer } from "../data/evm-tokens";
import { tokenIdParameter } from "../data/nfts";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";

const params = z.object({
  chainId: evmChainIdParameter,
  address: evmAddressParameter,
  tokenId: tokenIdParameter,
});

/** Images that browsers draw and nothing in which runs: what Firn serves of a token. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const nftImage = z.object({ type: z.enum(IMAGE_TYPES), bytes: z.custom<Uint8Array>() });

/** What Firn knows of a token beside its metadata: its life, and how it stands in its collection. */
export const firnNft = z
  .object({
    /** The transaction that made it, 0x hex, and its block's time, unix seconds. */
    mintTxHash: z.string(),
    mintTimestamp: z.int(),
    /** When its owner got it, unix seconds; absent of an ERC-1155, which has holders. */
    ownerSince: z.int().optional(),
    /** Neighbours in the collection, by token id, decimal. */
    previousTokenId: z.string().optional(),
    nextTokenId: z.string().optional(),
    /** What its metadata say of it, and how many tokens of the collection say the same; at most a hundred. */
    attributes: z.array(z.object({ name: z.string(), value: z.string(), tokens: z.int() })),
    /** Tokens of the collection whose metadata are read. */
    tokensRead: z.int(),
  })
  .meta({ id: "FirnNft" });
export type FirnNft = z.infer<typeof firnNft>;

export const getNft = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/nfts/{address}/{tokenId}",
  operationId: "firnNft",
  tag: "Firn",
  summary: "Get a token's life and how common its attributes are",
  params,
  query: z.object({}),
  response: firnNft,
});

/** A movement of a token, as pages write it. */
const moveParameter = textParameter((text) => {
  if (!/^0x[0-9a-f]{64}-\d{1,9}$/i.test(text)) throw new RangeError(text);
}, "a transaction's hash and the index of a log, 0x…-7 (gives what stands behind that log)").optional();

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
  summary: "Get the image that a token's metadata name",
  description: `A copy that Firn made, as FIRN_MEDIA allows, at most 8 MiB: ${IMAGE_TYPES.join(", ")}, known by its bytes. 404 says why there is none.`,
  params,
  query: z.object({}),
  answers: "image",
  response: nftImage,
});
