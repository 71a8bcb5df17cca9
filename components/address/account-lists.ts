import type { z } from "zod";
import type { EvmChain } from "@/components/evm/chain";
import { nameOfNft } from "@/components/evm/nft/metadata-state";
import type { TokenPage } from "@/components/list/use-rows";
import { headTail } from "@/components/ui/format";
import type { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import type { listContractDeployments } from "@/lib/contract/data/evm-contracts";
import type { listInternalTransactions } from "@/lib/contract/data/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";

/** Lists of an account on an EVM chain, by their tab. */
export type AccountListName = "tokens" | "nfts" | "internal" | "deployed";

/** A row of any of these lists. */
export interface AccountRow {
  /** An internal transaction has the hash of its transaction: the API gives nothing more. */
  id: string;
  /** A token, an NFT, a call or a contract. */
  title: string;
  href: string;
  /** Tag beside the title. */
  tag: string;
  /** A whole address or hash; `label` says which. */
  value: string;
  valueHref: string;
  label: string;
  /** An amount or a number. */
  amount?: { value: string; decimals: number | undefined; unit: string } | "not known";
  /** Unix seconds. */
  time?: number;
  isReverted?: boolean;
}

/** A page of any of these lists. */
export type AccountPage = TokenPage &
  Partial<
    Pick<z.infer<(typeof listErc20Balances)["response"]>, "erc20TokenBalances"> &
      Pick<z.infer<(typeof listCollectibleBalances)["response"]>, "collectibleBalances"> &
      Pick<z.infer<(typeof listInternalTransactions)["response"]>, "transactions"> &
      Pick<z.infer<(typeof listContractDeployments)["response"]>, "contracts">
  >;

interface AccountList {
  /** Singular and plural. */
  nouns: readonly [string, string];
  empty: string;
  ending: string;
  rowsOf: (page: AccountPage, chain: Pick<EvmChain, "segment" | "symbol">) => AccountRow[];
}

export const ACCOUNT_LISTS: Record<AccountListName, AccountList> = {
  tokens: {
    nouns: ["token", "tokens"],
    empty: "This account holds no ERC-20 tokens",
    ending: "",
    rowsOf: ({ erc20TokenBalances = [] }, { segment }) =>
      erc20TokenBalances.map(({ address, name, symbol, decimals, balance }) => ({
        id: address,
        title: name || "Unnamed token",
        href: hrefTo("token", { chain: segment, contract: address }),
        valueHref: hrefTo("address", { address }),
        tag: "ERC-20",
        value: address,
        label: "token contract",
        amount: balance === undefined ? "not known" : { value: balance, decimals, unit: symbol ?? "" },
      })),
  },
  nfts: {
    nouns: ["NFT", "NFTs"],
    empty: "This account holds no NFTs",
    ending: "",
    rowsOf: ({ collectibleBalances = [] }, { segment }) =>
      collectibleBalances.map((token) => ({
        id: `${token.address}-${token.tokenId}`,
        title: nameOfNft(token) ?? `${("name" in token && token.name) || "Token"} ${headTail(token.tokenId)}`,
        href: hrefTo("nft", { chain: segment, contract: token.address, token: token.tokenId }),
        valueHref: hrefTo("collection", { chain: segment, contract: token.address }),
        tag: token.ercType,
        value: token.address,
        label: "token contract",
        ...("balance" in token && { amount: { value: token.balance, decimals: 0, unit: "" } }),
      })),
  },
  internal: {
    nouns: ["internal transaction", "internal transactions"],
    empty: "No internal call moved value from or to this account",
    ending: ", the oldest at the end",
    rowsOf: ({ transactions = [] }, { segment, symbol }) =>
      transactions.map(({ txHash, internalTxType, from, to, value, isReverted, blockTimestamp }) => ({
        id: txHash,
        title: `${headTail(from.address)} to ${headTail(to.address)}`,
        href: hrefTo("tx", { chain: segment, id: txHash }),
        valueHref: hrefTo("tx", { chain: segment, id: txHash }),
        tag: internalTxType,
        value: txHash,
        label: "transaction hash",
        amount: { value, decimals: 18, unit: symbol },
        time: blockTimestamp,
        isReverted,
      })),
  },
  deployed: {
    nouns: ["contract", "contracts"],
    empty: "This account has deployed no contracts",
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
        label: deploymentDetails === undefined ? "contract" : "transaction hash",
      })),
  },
};
