import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

/** An account or contract in the list of a chain's largest. */
export const listedAccount = z
  .object({
    /** From 1 on. */
    rank: z.int(),
    account: richAddress,
    isContract: z.boolean(),
    balanceWei: z.string(),
  })
  .meta({ id: "FirnListedAccount" });
export type ListedAccount = z.infer<typeof listedAccount>;

export const listChainAccounts = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/accounts",
  operationId: "firnAccounts",
  tag: "Firn",
  summary: "List accounts of an EVM chain by balance",
  description:
    "Accounts with the chain's own coin, the largest balance first, then by address. The node is asked for the balance of every account that an indexed transaction, call or token movement names, and of the newest block's recipient of fees, after one block for all pages, at most once a minute. A chain with 10,000 accounts or more has a list of the 10,000 largest: the first request begins to ask about all, 503 BUSY until they are known; later lists ask about the largest and those that newer blocks name. 503 HISTORY_PARTIAL while Firn lacks older blocks.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({
    after: evmAddressParameter.describe("an address: returns what follows it in today's list").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 500 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** The balances are those after this block. */
      blockNumber: z.string(),
      /** About how many accounts the node was asked. Others, such as those of the genesis, may have a balance too. */
      accountsAsked: z.int(),
      /** Of how many of them the node did not tell the balance; absent if it told all. They are not in the list. */
      accountsUnknown: z.int().optional(),
      accounts: z.array(listedAccount),
    })
    .meta({ id: "ListFirnAccountsResponse" }),
});
