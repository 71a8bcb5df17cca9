import { z } from "zod";
import { route } from "../route";
import { currencyParameter, evmAddressParameter, evmChainIdParameter, networkToken, price } from "./evm";
import { erc20Token, erc721Token, erc1155Token, tokenReputation } from "./evm-tokens";
import { tokenIdParameter } from "./nfts";
import {
  booleanParameter,
  integerParameter,
  pageSizeParameter,
  pageTokenParameter,
  textParameter,
} from "./parameters";

const TAG = "EVM Balances";
const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const paging = {
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter({ fallback: 10, max: 500 }),
};
const blockNumberParameter = integerParameter({
  min: 0,
  form: "a block height; the newest by default",
}).optional();
const contractAddressParameter = evmAddressParameter.optional();

/** What happens while transfers do not give owners and balances of collectibles. */
const NODE_TELLS =
  "While Firn has only part of the chain's history, the node is asked about the tokens that the account is known to have received or sent. If it cannot answer, a token is listed without `ownerAddress` or `balance`.";

/** An account's balance of the chain's own token, from the node. */
export const nativeTokenBalance = networkToken
  .omit({ description: true })
  .extend({
    chainId: z.string(),
    price: price.optional(),
    balance: z.string(),
    balanceValue: price.optional(),
  })
  .meta({ id: "NativeTokenBalance" });

/** Left out if the node cannot say; its balance is empty for SDKs then. */
const withNative = { nativeTokenBalance: nativeTokenBalance.optional() };

export const getNativeBalance = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/balances:getNative",
  operationId: "getNativeBalance",
  tag: TAG,
  summary: "Get native token balance",
  description: "Read from the node; 503 if the node has no state of that block.",
  params,
  query: z.object({ blockNumber: blockNumberParameter, currency: currencyParameter }),
  response: z.object({ nativeTokenBalance }).meta({ id: "GetNativeBalanceResponse" }),
});

export const listErc20Balances = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/balances:listErc20",
  operationId: "listErc20Balances",
  tag: TAG,
  summary: "List ERC-20 balances",
  description:
    "No token is known as spam, so none is left out. Balances that transfers do not give are read from the node: all of them while Firn has only part of the chain's history. If the node cannot give one either, the token is listed without a balance.",
  params,
  query: z.object({
    blockNumber: blockNumberParameter,
    contractAddresses: z.string().min(1).describe("EVM addresses of contracts, comma separated").optional(),
    filterSpamTokens: booleanParameter.optional(),
    after: evmAddressParameter
      .optional()
      .describe("the token's contract, 0x and 40 hex digits (Firn's own: returns the tokens after it)"),
    currency: currencyParameter,
    ...paging,
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      ...withNative,
      erc20TokenBalances: z.array(
        erc20Token
          .extend({
            chainId: z.string(),
            /** Left out if only the node knows it and did not say; empty for SDKs then. */
            balance: z.string().optional(),
            balanceValue: price.optional(),
            tokenReputation,
          })
          .meta({ id: "Erc20TokenBalance" }),
      ),
    })
    .meta({ id: "ListErc20BalancesResponse" }),
});

export const erc721TokenBalance = erc721Token
  .extend({ chainId: z.string() })
  .meta({ id: "Erc721TokenBalance" });
export const erc1155TokenBalance = erc1155Token
  .extend({
    chainId: z.string(),
    /** Left out if only the node knows it and did not say; empty for SDKs then. */
    balance: z.string().optional(),
  })
  .meta({ id: "Erc1155TokenBalance" });

export const listErc721Balances = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/balances:listErc721",
  operationId: "listErc721Balances",
  tag: TAG,
  summary: "List ERC-721 balances",
  description: NODE_TELLS,
  params,
  query: z.object({ contractAddress: contractAddressParameter, ...paging }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      ...withNative,
      erc721TokenBalances: z.array(erc721TokenBalance),
    })
    .meta({ id: "ListErc721BalancesResponse" }),
});

export const listErc1155Balances = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/balances:listErc1155",
  operationId: "listErc1155Balances",
  tag: TAG,
  summary: "List ERC-1155 balances",
  description: NODE_TELLS,
  params,
  query: z.object({
    blockNumber: blockNumberParameter,
    contractAddress: contractAddressParameter,
    ...paging,
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      ...withNative,
      erc1155TokenBalances: z.array(erc1155TokenBalance),
    })
    .meta({ id: "ListErc1155BalancesResponse" }),
});

export const listCollectibleBalances = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles",
  operationId: "listCollectibleBalances",
  tag: TAG,
  summary: "List collectible balances",
  description: `ERC-721 and ERC-1155 tokens that an address holds, by contract and token id. ${NODE_TELLS}`,
  params,
  query: z.object({
    contractAddress: contractAddressParameter,
    after: textParameter(
      parseNftName,
      "a token, <contract>-<tokenId> (Firn's own: returns the tokens after it)",
    ).optional(),
    ...paging,
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      collectibleBalances: z.array(z.union([erc721TokenBalance, erc1155TokenBalance])),
    })
    .meta({ id: "ListCollectibleBalancesResponse" }),
});

/** Parses `<contract>-<tokenId>`. @throws RangeError, ZodError */
export function parseNftName(text: string): { address: string; tokenId: string } {
  const [address = "", tokenId = "", ...more] = text.split("-");
  if (more.length > 0) throw new RangeError(text);
  return { address: evmAddressParameter.parse(address), tokenId: tokenIdParameter.parse(tokenId) };
}
