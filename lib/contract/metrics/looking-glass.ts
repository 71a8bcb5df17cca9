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

/** An address with a balance or count: a whole number in full, however large; text for the SDKs. */
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
    "Addresses that held more than the threshold when the time frame began or after any transaction in it, with their latest balance (sortKey), largest first, then by address. All pages show the state at the newest block of the first page.",
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
      /** Tokens of the collection that are not burned. */
      totalTokens: z.number(),
    })
    .meta({ id: "NftHoldersResponse" }),
});
