import { z } from "zod";
import { route } from "../route";
import { evmAddressParameter, evmChainIdParameter } from "./evm";
import { erc721Token, erc1155Token } from "./evm-tokens";
import { pageSizeParameter, pageTokenParameter, textParameter } from "./parameters";

const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const token = z.union([erc721Token, erc1155Token]);
export type NftToken = z.infer<typeof token>;

/** Decimal, below 2^256. */
export const tokenIdParameter = textParameter((text) => {
  if (!/^\d{1,78}$/.test(text) || BigInt(text) >= 2n ** 256n) throw new RangeError(text);
}, "a token id in decimal digits, below 2^256");

export const listTokens = route({
  method: "get",
  path: "/v1/chains/{chainId}/nfts/collections/{address}/tokens",
  operationId: "listTokens",
  tag: "NFTs",
  summary: "List tokens of a collection",
  description: "By token id, ascending.",
  params,
  query: z.object({
    after: tokenIdParameter.describe("a token id (Firn's own: returns later ones)").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), tokens: z.array(token) })
    .meta({ id: "ListNftTokens" }),
});

export const getTokenDetails = route({
  method: "get",
  path: "/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}",
  operationId: "getTokenDetails",
  tag: "NFTs",
  summary: "Get token",
  params: params.extend({ tokenId: tokenIdParameter }),
  query: z.object({}),
  response: token,
});

export const reindexNft = route({
  method: "post",
  path: "/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}:reindex",
  operationId: "reindexNft",
  tag: "NFTs",
  summary: "Read a token's metadata again",
  description: "Runs in the background, at most once an hour per token.",
  params: params.extend({ tokenId: tokenIdParameter }),
  query: z.object({}),
  answers: "created",
  response: z.undefined(),
});
