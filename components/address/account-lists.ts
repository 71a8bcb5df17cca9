import type { z } from "zod";
import type { EvmChain } from "@/components/evm/chain";
import { nameOfNft } from "@/components/evm/nft/metadata-state";
import { positionInBlock } from "@/components/list/position-in-block";
import type { TokenPage } from "@/components/list/use-rows";
import type { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import type { listContractDeployments } from "@/lib/contract/data/evm-contracts";
import type { listInternalTransactions } from "@/lib/contract/data/evm-transactions";
import type { Approval, GotApproval, RightThroughContract } from "@/lib/contract/firn/approvals";
import type { listAddressTransfers } from "@/lib/contract/firn/transfers";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { formatDate, headTail } from "@/lib/words/format";

/** Lists of an account on an EVM chain, by their tab. */
export type AccountListName =
  | "transfers"
  | "tokens"
  | "nfts"
  | "approvals"
  | "spends"
  | "internal"
  | "deployed";

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
  /** An amount or a number, or what stands for one. */
  amount?: { value: string; decimals: number | undefined; unit: string } | { words: string } | "not known";
  /** How much of the amount can be taken now. */
  atRisk?: { value: string; decimals: number | undefined; unit: string } | undefined;
  /** The node did not confirm the amount. */
  isUnconfirmed?: boolean;
  /** Whom a spender passes its right on to. */
  passedOn?: PassedOnLine[];
  /** Unix seconds. */
  time?: number;
  /** Page of what happened then. */
  timeHref?: string;
  /** Height of its block. */
  block?: string;
  isReverted?: boolean;
}

/** A right that a spender passes on, as a line of its approval. */
export interface PassedOnLine {
  address: string;
  name: string | undefined;
  href: string;
  amount: NonNullable<AccountRow["amount"]>;
  isUnconfirmed: boolean;
  /** Last day in which it counts; undefined if that is not known, or so far away that it means for ever. */
  until: string | undefined;
}

/** A page of any of these lists. */
export type AccountPage = TokenPage &
  Partial<
    Pick<z.infer<(typeof listErc20Balances)["response"]>, "erc20TokenBalances"> &
      Pick<z.infer<(typeof listCollectibleBalances)["response"]>, "collectibleBalances"> &
      Pick<z.infer<(typeof listAddressTransfers)["response"]>, "transfers"> & {
        approvals: (Approval | GotApproval)[];
        unread: string[];
      } & Pick<z.infer<(typeof listInternalTransactions)["response"]>, "transactions"> &
      Pick<z.infer<(typeof listContractDeployments)["response"]>, "contracts">
  >;

interface AccountList {
  /** Singular and plural. */
  nouns: readonly [string, string];
  empty: string;
  /** Newest first. */
  isInTime?: boolean;
  /** Whether its rows have times. */
  hasTimes?: boolean;
  rowsOf: (page: AccountPage, chain: Pick<EvmChain, "segment" | "symbol">) => AccountRow[];
  /**
   * Where the list continues after a row, the last of `rows`, as a query of the page. `start` is where the first of them
   * was.
   */
  positionOf: (row: AccountRow, rows: readonly AccountRow[], start: string | undefined) => QueryOf<"address">;
}

const afterId = ({ id }: AccountRow) => ({ after: id });

export const ACCOUNT_LISTS: Record<AccountListName, AccountList> = {
  transfers: {
    nouns: ["transfer", "transfers"],
    empty: "No transfers of tokens",
    positionOf: (_, rows, start) => ({ before: positionInBlocks(rows, start) }),
    isInTime: true,
    hasTimes: true,
    rowsOf: ({ transfers = [] }, { segment }) =>
      transfers.map((transfer) => {
        const { txHash, logIndex, from, to, blockTimestamp, blockNumber } = transfer;
        const token = tokenOf(transfer);
        return {
          // A batch is one event that moves several tokens.
          id: [blockNumber, logIndex, "tokenId" in token ? token.tokenId : undefined].join("-"),
          title: `${headTail(from.address)} to ${headTail(to.address)}`,
          href: hrefTo("tx", { chain: segment, id: txHash }),
          valueHref: hrefTo("tx", { chain: segment, id: txHash }),
          tag: token.ercType,
          value: txHash,
          label: "transaction hash",
          amount: amountOfTransfer(transfer),
          time: blockTimestamp,
          block: blockNumber,
        };
      }),
  },
  tokens: {
    nouns: ["token", "tokens"],
    empty: "This account holds no ERC-20 tokens",
    positionOf: afterId,
    rowsOf: ({ erc20TokenBalances = [] }, { segment }) =>
      erc20TokenBalances.map(({ address, name, symbol, decimals, balance }) => ({
        id: address,
        title: name || "Unnamed token",
        href: hrefTo("token", { chain: segment, contract: address }),
        valueHref: hrefTo("address", { address }, { chain: segment }),
        tag: "ERC-20",
        value: address,
        label: "token contract",
        amount: balance === undefined ? "not known" : { value: balance, decimals, unit: symbol ?? "" },
      })),
  },
  nfts: {
    nouns: ["NFT", "NFTs"],
    empty: "This account holds no NFTs",
    positionOf: afterId,
    rowsOf: ({ collectibleBalances = [] }, { segment }) =>
      collectibleBalances.map((token) => ({
        id: `${token.address}-${token.tokenId}`,
        title: nameOfNft(token) ?? `${("name" in token && token.name) || "Token"} ${headTail(token.tokenId)}`,
        href: hrefTo("nft", { chain: segment, contract: token.address, token: token.tokenId }),
        valueHref: hrefTo("collection", { chain: segment, contract: token.address }),
        tag: token.ercType,
        value: token.address,
        label: "token contract",
        ...(token.ercType === "ERC-1155" && {
          amount: token.balance === undefined ? "not known" : { value: token.balance, decimals: 0, unit: "" },
        }),
      })),
  },
  approvals: {
    nouns: ["approval", "approvals"],
    empty: "Nobody else may move this account's tokens",
    hasTimes: true,
    positionOf: ({ id }) => ({ after: id }),
    rowsOf: ({ approvals = [] }, chain) => approvals.map((approval) => rowOfApproval(approval, chain)),
  },
  spends: {
    nouns: ["approval", "approvals"],
    empty: "Nobody has approved this account",
    hasTimes: true,
    positionOf: ({ id }) => ({ after: id }),
    rowsOf: ({ approvals = [] }, chain) => approvals.map((approval) => rowOfApproval(approval, chain)),
  },
  internal: {
    nouns: ["internal transaction", "internal transactions"],
    empty: "No internal transfers",
    hasTimes: true,
    positionOf: (_, rows, start) => ({ before: positionInBlocks(rows, start) }),
    isInTime: true,
    rowsOf: ({ transactions = [] }, { segment, symbol }) =>
      transactions.map(
        ({ txHash, internalTxType, from, to, value, isReverted, blockTimestamp, blockNumber }) => ({
          id: txHash,
          title: `${headTail(from.address)} to ${headTail(to.address)}`,
          href: hrefTo("tx", { chain: segment, id: txHash }),
          valueHref: hrefTo("tx", { chain: segment, id: txHash }),
          tag: internalTxType,
          value: txHash,
          label: "transaction hash",
          amount: { value, decimals: 18, unit: symbol },
          time: blockTimestamp,
          block: blockNumber,
          isReverted,
        }),
      ),
  },
  deployed: {
    nouns: ["contract", "contracts"],
    empty: "This account has deployed no contracts",
    positionOf: ({ id }) => ({ before: id }),
    isInTime: true,
    rowsOf: ({ contracts = [] }, { segment }) =>
      contracts.map(({ address, name, ercType, deploymentDetails }) => ({
        id: address,
        title: name ?? address,
        href: hrefTo("address", { address }, { chain: segment }),
        valueHref:
          deploymentDetails === undefined
            ? hrefTo("address", { address }, { chain: segment })
            : hrefTo("tx", { chain: segment, id: deploymentDetails.txHash }),
        tag: ercType === "UNKNOWN" ? "Contract" : ercType,
        value: deploymentDetails?.txHash ?? address,
        label: deploymentDetails === undefined ? "contract" : "transaction hash",
      })),
  },
};

function rowOfApproval(approval: Approval | GotApproval, { segment }: Pick<EvmChain, "segment">): AccountRow {
  const { form, token, tokenId = "", isConfirmed, txHash, blockTimestamp } = approval;
  const [other, label] = "spender" in approval ? [approval.spender, "spender"] : [approval.owner, "owner"];
  const contract = { chain: segment, contract: token.address };
  const name = token.name || headTail(token.address);
  return {
    id: `${token.address}-${form === "one" ? tokenId : other.address}-${form}`,
    title: form === "one" ? `${name} ${headTail(tokenId)}` : name,
    href:
      form === "one"
        ? hrefTo("nft", { ...contract, token: tokenId })
        : hrefTo(form === "amount" ? "token" : "collection", contract),
    tag: FORM_WORDS[form],
    value: other.address,
    valueHref: hrefTo("address", { address: other.address }, { chain: segment }),
    label,
    amount: amountOfApproval(approval),
    ...(form === "amount" && { atRisk: atRiskOf(token, [approval.left, approval.balance]) }),
    isUnconfirmed: !isConfirmed,
    passedOn: (approval.passedOn ?? []).map(
      ({ spender, approved, left, expiresAt, isConfirmed: isSure }) => ({
        address: spender.address,
        name: spender.name,
        href: hrefTo("address", { address: spender.address }, { chain: segment }),
        amount: amountOfRight({ token, approved, left }),
        isUnconfirmed: !isSure,
        until: untilOf(expiresAt),
      }),
    ),
    time: blockTimestamp,
    timeHref: hrefTo("tx", { chain: segment, id: txHash }),
  };
}

/** What may be moved by a right that is passed on. Permit2 counts no higher than 160 bits, and means that as no limit. */
export function amountOfRight({
  token: { decimals, symbol },
  approved,
  left = approved,
}: Pick<RightThroughContract, "approved" | "left"> & Pick<Approval, "token">): PassedOnLine["amount"] {
  return BigInt(left) === 2n ** 160n - 1n
    ? { words: "Unlimited" }
    : { value: left, decimals, unit: symbol ?? "" };
}

/** The day on which a right ends; undefined if it is so far away that it means for ever. */
export function untilOf(expiresAt: number | undefined): string | undefined {
  if (expiresAt === undefined || expiresAt > YEAR_9999) return undefined;
  return formatDate(expiresAt * 1_000);
}

const YEAR_9999 = 253_370_764_800;

/** What can be taken now: the least of what is left and what the owner has. Undefined while any of it is not known. */
export function atRiskOf(
  { decimals, symbol }: Approval["token"],
  limits: readonly (string | undefined)[],
): AccountRow["atRisk"] {
  const known = limits.flatMap((limit) => (limit === undefined ? [] : [BigInt(limit)]));
  if (known.length < limits.length) return undefined;
  const [least = 0n] = known.sort((a, b) => (a < b ? -1 : 1));
  return { value: String(least), decimals, unit: symbol ?? "" };
}

const FORM_WORDS: Record<Approval["form"], string> = {
  amount: "ERC-20",
  all: "All tokens",
  one: "One token",
};

/** From here on an amount is more than anyone can have: it was meant as no limit. */
const UNLIMITED = 2n ** 255n;

function amountOfApproval({
  form,
  token,
  approved,
  left,
}: Pick<Approval, "form" | "token" | "approved" | "left">): NonNullable<AccountRow["amount"]> {
  if (form === "all") return { words: "All of them" };
  if (form === "one") return { words: "This one" };
  const value = left ?? approved ?? "0";
  if (BigInt(value) >= UNLIMITED) return { words: "Unlimited" };
  return { value, decimals: token.decimals, unit: token.symbol ?? "" };
}

type Transfer = NonNullable<AccountPage["transfers"]>[number];

/** The token that a transfer moved. */
export function tokenOf(transfer: Transfer) {
  if ("erc20Token" in transfer) return transfer.erc20Token;
  return "erc721Token" in transfer ? transfer.erc721Token : transfer.erc1155Token;
}

function amountOfTransfer(transfer: Transfer): NonNullable<AccountRow["amount"]> {
  if ("erc20Token" in transfer) {
    const { decimals, symbol, name, address } = transfer.erc20Token;
    return { value: transfer.value, decimals, unit: symbol || name || headTail(address) };
  }
  const token = tokenOf(transfer);
  const name = ("symbol" in token && (token.symbol || token.name)) || headTail(token.address);
  const which = `${name} ${headTail("tokenId" in token ? token.tokenId : "")}`;
  return "value" in transfer ? { value: transfer.value, decimals: 0, unit: which } : { words: which };
}

/** The API's `before` after a call or transfer: it gives no index of one, but lists a block's in one order. */
function positionInBlocks(rows: readonly AccountRow[], start: string | undefined): string {
  const [startBlock = "", , shown = "0"] = start?.split("-") ?? [];
  const placed = rows.map(({ block = "" }) => ({ block }));
  const at = positionInBlock(placed, { block: startBlock, shown: Number(shown) });
  return `${at.block}-0-${at.shown}`;
}
