import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

const TAG = "Firn";
const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });

/** Facts about a token contract. Amounts are in base units, decimal. */
export const firnToken = z
  .object({
    /** EIP-55. */
    address: z.string(),
    ercType: z.enum(["ERC-20", "ERC-721", "ERC-1155", "UNKNOWN"]),
    name: z.string().optional(),
    symbol: z.string().optional(),
    decimals: z.int().optional(),
    /**
     * Minted minus burned: an amount, or the number of a collection's tokens. If balances come from the node, the
     * contract's own answer; absent if it gives none.
     */
    totalSupply: z.string().optional(),
    /**
     * Of an ERC-721 collection: how many of its tokens were burned. `totalSupply` does not count them, lists have them.
     * Absent if balances come from the node, and for a collection of more than 100,000 tokens.
     */
    burned: z.int().optional(),
    /** Number of addresses that hold any, by transfers; absent if balances come from the node. */
    holders: z.int().optional(),
    /**
     * Number of all transfers. Each item of a batch counts. Absent while Firn has, or has counted, only part of the chain's
     * history.
     */
    transfers: z.int().optional(),
    /** For a collection: number of tokens whose metadata have been read. */
    metadataRead: z.int().optional(),
    /**
     * Whether balances come from transfers, or from the node because transfers do not give them (wrapping, rebasing,
     * fees, or part of the chain's history only).
     */
    balancesFrom: z.enum(["transfers", "node"]),
    /**
     * Questions to the contract that are still open. Absent once all were answered: then, what is missing does not
     * exist.
     */
    open: z
      .object({
        /** `standard`: a guess from the contract's events. */
        facts: z.array(z.enum(["name", "symbol", "decimals", "standard"])),
        /** Not asked yet, or the node could not answer. */
        state: z.enum(["not-asked", "unanswered"]),
        /** Number of failed attempts in a row, since when, and when the next follows; unix seconds. */
        attempts: z.int(),
        since: z.int().optional(),
        nextAt: z.int().optional(),
        /** The node's answer to the last attempt. */
        failure: z.string().optional(),
      })
      .optional(),
    /** The newest block included in these numbers. */
    blockNumber: z.string(),
  })
  .meta({ id: "FirnToken" });
export type FirnToken = z.infer<typeof firnToken>;

export const getToken = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/tokens/{address}",
  operationId: "firnToken",
  tag: TAG,
  summary: "Get totals of a token's transfers",
  description: "404 for a contract without any transfer of tokens.",
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
  description: "Runs in the background, at most once an hour per contract.",
  params,
  query: z.object({}),
  answers: "created",
  response: z.undefined(),
});

/** A holder with its balance. */
export const tokenHolder = z.object({ holder: richAddress, balance: z.string() }).meta({ id: "TokenHolder" });
export type TokenHolder = z.infer<typeof tokenHolder>;

/** A page of holders. */
export const holderPage = {
  nextPageToken: z.string().optional(),
  blockNumber: z.string(),
  holders: z.array(tokenHolder),
  /** If balances come from the node: about how many accounts it was asked. Others may hold the token too. */
  accountsAsked: z.int().optional(),
};

export const listTokenHolders = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/tokens/{address}/holders",
  operationId: "firnTokenHolders",
  tag: TAG,
  summary: "List holders of a token",
  description:
    "By balance, largest first, then by address; for a collection by number of tokens. All pages show the state at the newest block of the first page. If balances come from the node, it is asked about every account that the token's known transfers name (`accountsAsked`); 404 if those are more than 1,000, and 503 if that is because Firn has only part of the chain's history.",
  params,
  query: z.object({
    after: evmAddressParameter
      .describe("an address: returns the holders after it in today's list")
      .optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 500 }),
  }),
  response: z.object(holderPage).meta({ id: "ListTokenHoldersResponse" }),
});
