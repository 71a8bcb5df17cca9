import { z } from "zod";
import { route } from "../route";
import {
  blockchainIdParameter,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
} from "./parameters";
import { genesisData } from "./primary-network";

const tag = "Primary Network";

/**
 * A blockchain by its creation. Genesis blockchains have block 0 and its time. The P-Chain, which no transaction
 * creates, has block -1.
 */
export const blockchain = z
  .object({
    /** Unix seconds; absent for the P-Chain if the genesis is unknown, 0 for SDKs. */
    createBlockTimestamp: z.number().optional(),
    createBlockNumber: z.string(),
    /** cb58. */
    blockchainId: z.string(),
    vmId: z.string(),
    subnetId: z.string(),
    blockchainName: z.string(),
    /** From the genesis of an EVM chain. */
    evmChainId: z.number().optional(),
    /** Only in answers about a single blockchain. */
    genesisData: genesisData.optional(),
  })
  .meta({ id: "Blockchain" });

export const listBlockchains = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains",
  operationId: "listBlockchains",
  tag,
  summary: "List blockchains",
  description: "All blockchains, in order of creation.",
  params: z.object({ network: networkParameter }),
  query: z.object({
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 10_000 }),
    sortOrder: sortOrderParameter,
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), blockchains: z.array(blockchain) })
    .meta({ id: "ListBlockchainsResponse" }),
});

export const getBlockchainById = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}",
  operationId: "getBlockchainById",
  tag,
  summary: "Get blockchain details by ID",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({}),
  response: blockchain,
});

export type Blockchain = z.infer<typeof blockchain>;
