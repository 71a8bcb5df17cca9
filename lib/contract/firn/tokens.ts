import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

const TAG = "Firn";
const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });

/** What is known of a token contract. Amounts are base units, decimal. */
export const firnToken = z
  .object({
    /** EIP-55. */
    address: z.string(),
    ercType: z.enum(["ERC-20", "ERC-721", "ERC-1155", "UNKNOWN"]),
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int().optional(),
    /**
     * Minted less burned: an amount, or the number of a collection's tokens. As the contract says where its balances are
     * the node's; absent when it does not say.
     */
    totalSupply: z.string().optional(),
    /** Addresses that hold any, by transfers. */
    holders: z.int(),
    /** Movements ever: items of batches count each. */
    transfers: z.int(),
    /** Of a collection: tokens whose metadata are read. */
    metadataRead: z.int().optional(),
    /** Whether balances come from transfers, or from the node because transfers don't tell them (wrapping, rebasing, fees). */
    balancesFrom: z.enum(["transfers", "node"]),
    /** What the contract is still to be asked; absent once everything was answered: what is missing then it does not say. */
    open: z
      .object({
        /** `standard`: it is a guess by the contract's events. */
        facts: z.array(z.enum(["name", "symbol", "decimals", "standard"])),
        /** Nobody asked yet, or the node could not say. */
        state: z.enum(["not-asked", "unanswered"]),
        /** How often in a row the node could not say, since when, and when it is asked again; unix seconds. */
        attempts: z.int(),
        since: z.int().optional(),
        nextAt: z.int().optional(),
        /** What the node said the last time. */
        failure: z.string().optional(),
      })
      .optional(),
    /** The newest block that these figures know of. */
    blockNumber: z.string(),
  })
  .meta({ id: "FirnToken" });
export type FirnToken = z.infer<typeof firnToken>;

export const getToken = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/tokens/{address}",
  operationId: "firnToken",
  tag: TAG,
  summary: "Get what a token's transfers add up to",
  description: "404 for a contract none of whose tokens was ever moved.",
  params,
  query: z.object({}),
  response: firnToken,
});

export const reindexToken = route({
  method: "post",
  path: "/firn/v1/chains/{chainId}/tokens/{address}:reindex",
  operationId: "firnReindexToken",
  tag: TAG,
  summary: "Ask a contract again for its name, symbol, decimals and standard",
  description: "In the background, once an hour per contract.",
  params,
  query: z.object({}),
  answers: "created",
  response: z.undefined(),
});

/** A holder, and what it has. */
export const tokenHolder = z.object({ holder: richAddress, balance: z.string() }).meta({ id: "TokenHolder" });
export type TokenHolder = z.infer<typeof tokenHolder>;

export const listTokenHolders = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/tokens/{address}/holders",
  operationId: "firnTokenHolders",
  tag: TAG,
  summary: "List holders of a token",
  description:
    "By balance, largest first, then by address; of a collection by the number of its tokens. All pages are of the block that was newest for the first one.",
  params,
  query: z.object({
    after: evmAddressParameter.describe("an address: gives the holders behind it in today's list").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 500 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), blockNumber: z.string(), holders: z.array(tokenHolder) })
    .meta({ id: "ListTokenHoldersResponse" }),
});
