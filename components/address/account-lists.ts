import type { z } from "zod";
import type { EvmChain } from "@/components/evm/chain";
import { nameOfNft } from "@/components/evm/nft/metadata-state";
import type { TokenPage } from "@/components/list/use-rows";
import { headTail } from "@/components/ui/format";
import type { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import type { listContractDeployments } from "@/lib/contract/data/evm-contracts";
import type { listInternalTransactions } from "@/lib/contract/data/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";

/** The lists of an account on an EVM chain, by the tab that shows them. */
export type AccountListName = "tokens" | "nfts" | "internal" | "deployed";

/** A row of any of them. */
export interface AccountRow {
  /** Of an internal transaction that of its transaction: the API tells no more. */
  id: string;
  /** What it is: a token, an NFT, a call, a contract. */
  title: string;
  href: string;
  /** Small, beside it. */
  tag: string;
  /** An address or hash, whole, and what it is. */
  value: string;
  valueHref: string;
  noun: string;
  /** Right end: an amount or a number. */
  amount?: { value: string; decimals: number | undefined; unit: string } | "not told";
  /** Unix seconds. */
  time?: number;
  isReverted?: boolean;
}

/** A page of any of the lists. */
export type AccountPage = TokenPage &
  Partial<
    Pick<z.infer<(typeof listErc20Balances)["response"]>, "erc20TokenBalances"> &
      Pick<z.infer<(typeof listCollectibleBalances)["response"]>, "collectibleBalances"> &
      Pick<z.infer<(typeof listInternalTransactions)["response"]>, "transactions"> &
      Pick<z.infer<(typeof listContractDeployments)["response"]>, "contracts">
  >;

interface AccountList {
  /** `token` and `tokens`. */
  nouns: readonly [string, string];
  none: string;
  ending: string;
  rowsOf: (page: AccountPage, chain: Pick<EvmChain, "segment" | "symbol">) => AccountRow[];
}

export const ACCOUNT_LISTS: Record<AccountListName, AccountList> = {
  tokens: {
    nouns: ["token", "tokens"],
    none: "This account holds no ERC-20 token",
    ending: "",
    rowsOf: ({ erc20TokenBalances = [] }, { segment }) =>
      erc20TokenBalances.map(({ address, name, symbol, decimals, balance }) => ({
        id: address,
        title: name || "Token without a name",
        href: hrefTo("token", { chain: segment, contract: address }),
        valueHref: hrefTo("address", { address }),
        tag: "ERC-20",
        value: address,
        noun: "token contract",
        amount: balance === undefined ? "not told" : { value: balance, decimals, unit: symbol ?? "" },
      })),
  },
  nfts: {
    nouns: ["NFT", "NFTs"],
    none: "This account holds no NFT",
    ending: "",
    rowsOf: ({ collectibleBalances = [] }, { segment }) =>
      collectibleBalances.map((token) => ({
        id: `${token.address}-${token.tokenId}`,
        title: nameOfNft(token) ?? `${("name" in token && token.name) || "Token"} ${headTail(token.tokenId)}`,
        href: hrefTo("nft", { chain: segment, contract: token.address, token: token.tokenId }),
        valueHref: hrefTo("collection", { chain: segment, contract: token.address }),
        tag: token.ercType,
        value: token.address,
        noun: "token contract",
        ...("balance" in token && { amount: { value: token.balance, decimals: 0, unit: "" } }),
      })),
  },
  internal: {
    nouns: ["internal transaction", "internal transactions"],
    none: "No call inside a transaction sent or received value here",
    ending: ", the oldest at the end",
    rowsOf: ({ transactions = [] }, { segment, symbol }) =>
      transactions.map(({ txHash, internalTxType, from, to, value, isReverted, blockTimestamp }) => ({
        id: txHash,
        title: `${headTail(from.address)} to ${headTail(to.address)}`,
        href: hrefTo("tx", { chain: segment, id: txHash }),
        valueHref: hrefTo("tx", { chain: segment, id: txHash }),
        tag: internalTxType,
        value: txHash,
        noun: "transaction hash",
        amount: { value, decimals: 18, unit: symbol },
        time: blockTimestamp,
        isReverted,
      })),
  },
  deployed: {
    nouns: ["contract", "contracts"],
    none: "This account has deployed no contract",
    ending: ", the oldest at the end",
    rowsOf: ({ contracts = [] }, { segment }) =>
      contracts.map(({ address, name, ercType, deploymentDetails }) => ({
        id: address,
        title: name ?? address,
        href: hrefTo("address", { address }),
        valueHref:
          deploymentDetails === undefined
            ? hrefTo("address", { address })
            : hrefTo("tx", { chain: segment, id: deploymentDetails.txHash }),
        tag: ercType === "UNKNOWN" ? "Contract" : ercType,
        value: deploymentDetails?.txHash ?? address,
        noun: deploymentDetails === undefined ? "contract" : "transaction hash",
      })),
  },
};
