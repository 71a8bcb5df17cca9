import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import { tokenIdParameter } from "../data/nfts";
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
