import { z } from "zod";
import { route } from "../route";
import { evmAddressParameter, evmChainIdParameter } from "./evm";
import { pageSizeParameter, pageTokenParameter } from "./parameters";

const imageAsset = z.object({ assetId: z.string().optional(), imageUri: z.string().optional() });

/** Targets of a contract's links. */
export const LINK_TYPES = [
  "Blog",
  "CoinGecko",
  "CoinMarketCap",
  "Discord",
  "Documentation",
  "Facebook",
  "Github",
  "Instagram",
  "LinkedIn",
  "Medium",
  "Reddit",
  "Support",
  "Telegram",
  "TikTok",
  "Twitter",
  "Website",
  "Whitepaper",
  "Youtube",
] as const;

const base = {
  name: z.string().optional(),
  description: z.string().optional(),
  officialSite: z.string().optional(),
  email: z.string().optional(),
  logoAsset: imageAsset.optional(),
  bannerAsset: imageAsset.optional(),
  color: z.string().optional(),
  resourceLinks: z.array(z.object({ type: z.enum(LINK_TYPES), url: z.string() })).optional(),
  tags: z.array(z.string()).optional(),
  address: z.string(),
  deploymentDetails: z
    .object({
      txHash: z.string(),
      /** Sender of the transaction that created it. */
      deployerAddress: z.string(),
      /** Only if a contract created it. */
      deployerContractAddress: z.string().optional(),
    })
    .optional(),
};

/** Facts about a contract. Texts, logos and links come from the operator's labels. */
export const evmContract = z
  .union([
    z
      .object({
        ...base,
        ercType: z.literal("ERC-20"),
        symbol: z.string().optional(),
        decimals: z.int().optional(),
      })
      .meta({ id: "Erc20Contract" }),
    z
      .object({ ...base, ercType: z.literal("ERC-721"), symbol: z.string().optional() })
      .meta({ id: "Erc721Contract" }),
    z
      .object({ ...base, ercType: z.literal("ERC-1155"), symbol: z.string().optional() })
      .meta({ id: "Erc1155Contract" }),
    z.object({ ...base, ercType: z.literal("UNKNOWN") }).meta({ id: "UnknownContract" }),
  ])
  .meta({ id: "EvmContract" });
export type EvmContract = z.infer<typeof evmContract>;

const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });

export const listContractDeployments = route({
  method: "get",
  path: "/v1/chains/{chainId}/contracts/{address}/deployments",
  operationId: "listContractDeployments",
  tag: "EVM Contracts",
  summary: "List deployed contracts",
  description: "Contracts created by a wallet's transactions, also through other contracts, newest first.",
  params,
  query: z.object({
    before: evmAddressParameter
      .optional()
      .describe("a contract, 0x and 40 hex digits (Firn's own: returns those created before it)"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), contracts: z.array(evmContract) })
    .meta({ id: "ListContractsResponse" }),
});

export const getContractMetadata = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}",
  operationId: "getContractMetadata",
  tag: "EVM Contracts",
  summary: "Get contract metadata",
  description: "An address without code has ercType UNKNOWN.",
  params,
  query: z.object({}),
  response: evmContract,
});
