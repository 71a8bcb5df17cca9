import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
  u256Parameter,
} from "../data/parameters";
import { route } from "../route";

const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const pageSize = pageSizeParameter({ fallback: 1_000, max: 5_000 });

/** An address and what it has: a whole number in full, however large; text to the SDKs. */
const addressDetails = z
  .object({
    address: z.string(),
    sortKey: z.union([z.bigint().meta({ type: "integer" }), z.number(), z.string()]),
  })
  .meta({ id: "AddressDetails" });

export const getAddressesByBalanceOverTime = route({
  method: "get",
  path: "/v2/chains/{chainId}/contracts/{address}/balances",
  api: "metrics",
  operationId: "getAddressesByBalanceOverTime",
  tag: "Looking Glass",
  summary: "Get addresses by balance over time",
  description:
    "Addresses that held more than the threshold when the time frame began or after any transaction in it, with their latest balance (sortKey), largest first, then by address. All pages are of the block that was newest for the first one.",
  params,
  query: z.object({
    threshold: u256Parameter("an amount in base units, in decimal digits"),
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize,
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), addresses: z.array(addressDetails) })
    .meta({ id: "LookingGlassResponse" }),
});

export const getNftHoldersByContractAddress = route({
  method: "get",
  path: "/v2/chains/{chainId}/contracts/{address}/nfts:listHolders",
  api: "metrics",
  operationId: "getNftHoldersByContractAddress",
  tag: "Looking Glass",
  summary: "Get holders of a collection",
  description: "Holders and how many tokens each has (sortKey), most first, then by address.",
  params,
  query: z.object({ pageToken: pageTokenParameter.optional(), pageSize }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      addresses: z.array(addressDetails),
      nftCollectionName: z.array(z.string()).optional(),
      nftSymbol: z.array(z.string()).optional(),
      totalHolders: z.int(),
      /** Of the collection, as long as they are not burned. */
      totalTokens: z.number(),
    })
    .meta({ id: "NftHoldersResponse" }),
});
