import { type CsvPage, utc } from "@/app/[chain]/csv";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { api } from "@/app/server";
import { tokenOf } from "@/components/address/account-lists";
import { type AddressTx, readPosition } from "@/components/address/merged";
import { stakeRowOf } from "@/components/address/stake-row";
import { type TxFilter, timesOf } from "@/components/address/tx-filter";
import type { EvmChain } from "@/components/evm/chain";
import { TIME_HEADS, timeCells } from "@/components/tx/csv-time";
import { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import { listContractDeployments } from "@/lib/contract/data/evm-contracts";
import { listInternalTransactions } from "@/lib/contract/data/evm-transactions";
import type { PChainTransaction } from "@/lib/contract/data/p-chain";
import {
  listHistoricalPrimaryNetworkRewards,
  listPendingPrimaryNetworkRewards,
  type PendingReward,
} from "@/lib/contract/data/primary-network-rewards";
import {
  listActivePrimaryNetworkStakingTransactions,
  listPChainTransactions,
} from "@/lib/contract/data/primary-network-transactions";
import { type Approval, listApprovals, listGotApprovals } from "@/lib/contract/firn/approvals";
import { listAddressBalances } from "@/lib/contract/firn/balances";
import { listAddressTransfers } from "@/lib/contract/firn/transfers";
import type { CsvCell } from "@/lib/csv";
import { InputError } from "@/lib/errors";
import { formatAmount } from "@/lib/words/format";
import { balanceChainOf, balancesRequest, findBalanceChain } from "./balance-tab";
import type { Identity } from "./identity";
import { stakingRequests } from "./staking-requests";
import { readAddressTxs } from "./txs";
import { readUtxos, utxosRequest } from "./utxos-tab";

const PAGE_ROWS = 100;
const BALANCE_ROWS = 1_000;

/** Whose list, and which of its rows. */
interface ListOf {
  identity: Identity;
  filter: TxFilter;
  /** Of the last page. */
  pageToken: string | undefined;
}

interface CsvList {
  head: readonly string[];
  /** @throws FirnError */
  readPage(of: ListOf): Promise<CsvPage>;
}

const STAKE_HEAD = [
  "transaction",
  "role",
  "node_id",
  "subnet_id",
  "stake",
  "unit",
  "start_utc",
  "end_utc",
  "reward_navax",
];
const REWARD_HEAD = ["reward", "unit", "kind", "staking_transaction", "node_id", "start_utc", "end_utc"];

/** @param other the address at the other side */
function approvalHead(other: string): string[] {
  return [
    "token",
    "symbol",
    "token_id",
    other,
    "form",
    "approved",
    "left",
    "balance_of_owner",
    "since_utc",
    "block",
    "transaction",
  ];
}

function approvalCells(approval: Omit<Approval, "spender">, other: { address: string }): CsvCell[] {
  const { form, token, tokenId, approved, left, balance, blockTimestamp, blockNumber, txHash } = approval;
  const amount = (value: string | undefined) => (value === undefined ? "" : figure(value, token.decimals));
  return [
    token.address,
    token.symbol ?? "",
    tokenId === undefined ? "" : { figure: tokenId },
    other.address,
    form,
    amount(approved),
    amount(left),
    amount(balance),
    utc(blockTimestamp),
    { figure: blockNumber },
    txHash,
  ];
}

/** Every list of an address's page as CSV. */
const CSV_LISTS = {
  txs: {
    head: [TIME_HEADS.own, "chain", "id", "what", "result", "change", "unit", TIME_HEADS.accepted],
    async readPage({ identity, filter, pageToken = "" }) {
      const chain = filter.l1 === undefined ? undefined : await findEvmChain(filter.l1);
      const position = readPosition(pageToken) ?? {};
      const page = await readAddressTxs(identity, filter, { position, size: PAGE_ROWS });
      return {
        rows: page.rows.map((row) => txCells(row, row.l1?.symbol ?? chain?.symbol ?? "AVAX")),
        next: page.nextPageToken,
      };
    },
  },
  utxos: {
    head: [
      "utxo_id",
      "transaction",
      "output",
      "created_utc",
      "amount",
      "unit",
      "locked_until_utc",
      "staked_until_utc",
      "threshold",
      "owners",
    ],
    async readPage({ identity: { key }, filter: { chain = "p" }, pageToken }) {
      if (key === undefined) return { rows: [] };
      const request = utxosRequest(await network(), chain, {
        addresses: key,
        pageSize: PAGE_ROWS,
        pageToken,
      });
      const page = await readUtxos(chain, request);
      const rows = page.rows.map((row) => [
        row.utxoId,
        row.txHash,
        row.outputIndex,
        utc(row.time),
        figure(row.amount, row.decimals),
        unitOf(row),
        utc(row.lockedUntil),
        utc(row.stakedUntil),
        row.threshold,
        row.owners,
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
  current: {
    head: STAKE_HEAD,
    async readPage(of) {
      const { current } = await requestsOf(of);
      return stakePage(await api().get(listActivePrimaryNetworkStakingTransactions, current));
    },
  },
  stakes: {
    head: STAKE_HEAD,
    async readPage(of) {
      const { stakes } = await requestsOf(of);
      return stakePage(await api().get(listPChainTransactions, stakes));
    },
  },
  pending: {
    head: REWARD_HEAD,
    async readPage(of) {
      const { pending } = await requestsOf(of);
      const page = await api().get(listPendingPrimaryNetworkRewards, pending);
      return {
        rows: page.pendingRewards.map((reward) => rewardCells(reward, reward.estimatedReward)),
        next: page.nextPageToken,
      };
    },
  },
  paid: {
    head: [...REWARD_HEAD, "paid_by"],
    async readPage(of) {
      const { paid } = await requestsOf(of);
      const page = await api().get(listHistoricalPrimaryNetworkRewards, paid);
      const rows = page.historicalRewards.map((one) => [...rewardCells(one, one.reward), one.rewardTxHash]);
      return { rows, next: page.nextPageToken };
    },
  },
  balance: {
    head: ["day_utc", "chain", "balance", "staked", "unit", "block"],
    async readPage({ identity, filter, pageToken }) {
      const segment = balanceChainOf(identity, filter);
      const chain = await findBalanceChain(identity, segment);
      if (chain?.address === undefined)
        throw new InputError(
          "NOT_FOUND",
          chain === undefined
            ? `EVM chain ${segment} is not indexed here`
            : `the ${chain.form} form of this address is not known`,
        );
      const request = balancesRequest(chain.address, segment, { pageToken, pageSize: BALANCE_ROWS });
      const { points, nextPageToken } = await api().get(listAddressBalances, request);
      const amount = (value: string | undefined) =>
        value === undefined ? "" : figure(value, chain.decimals);
      const rows = points.map(({ timestamp, balance, staked, blockNumber }) => [
        utc(timestamp),
        chain.name,
        amount(balance),
        amount(staked),
        chain.symbol,
        blockNumber === undefined ? "" : { figure: blockNumber },
      ]);
      return { rows, next: nextPageToken };
    },
  },
  transfers: {
    head: [
      "time_utc",
      "block",
      "transaction",
      "standard",
      "token",
      "token_id",
      "from",
      "to",
      "amount",
      "unit",
    ],
    async readPage(of) {
      const { params, query } = await accountRequest(of);
      const { from, to } = timesOf(of.filter);
      const page = await api().get(listAddressTransfers, {
        params,
        query: { ...query, startTimestamp: from, endTimestamp: to },
      });
      const rows = page.transfers.map((transfer) => {
        const token = tokenOf(transfer);
        const amount = "value" in transfer ? transfer.value : "1";
        return [
          utc(transfer.blockTimestamp),
          { figure: transfer.blockNumber },
          transfer.txHash,
          token.ercType,
          token.address,
          "tokenId" in token ? { figure: token.tokenId } : "",
          transfer.from.address,
          transfer.to.address,
          figure(amount, "decimals" in token ? token.decimals : 0),
          ("symbol" in token && token.symbol) || "",
        ];
      });
      return { rows, next: page.nextPageToken };
    },
  },
  tokens: {
    head: ["contract", "name", "symbol", "balance"],
    async readPage(of) {
      const page = await api().get(listErc20Balances, await accountRequest(of));
      const rows = page.erc20TokenBalances.map(({ address, name, symbol, balance, decimals }) => [
        address,
        name ?? "",
        symbol ?? "",
        balance === undefined ? "" : figure(balance, decimals),
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
  nfts: {
    head: ["contract", "token_id", "standard", "balance"],
    async readPage(of) {
      const page = await api().get(listCollectibleBalances, await accountRequest(of));
      const rows = page.collectibleBalances.map((token) => [
        token.address,
        { figure: token.tokenId },
        token.ercType,
        token.ercType === "ERC-1155" ? { figure: token.balance ?? "" } : 1,
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
  approvals: {
    head: approvalHead("spender"),
    async readPage(of) {
      const page = await api().get(listApprovals, await accountRequest(of));
      const rows = page.approvals.map((approval) => approvalCells(approval, approval.spender));
      return { rows, next: page.nextPageToken };
    },
  },
  spends: {
    head: approvalHead("owner"),
    async readPage(of) {
      const page = await api().get(listGotApprovals, await accountRequest(of));
      const rows = page.approvals.map((approval) => approvalCells(approval, approval.owner));
      return { rows, next: page.nextPageToken };
    },
  },
  internal: {
    head: ["time_utc", "block", "transaction", "type", "from", "to", "value_wei", "result"],
    async readPage(of) {
      const page = await api().get(listInternalTransactions, await accountRequest(of));
      const rows = page.transactions.map((call) => [
        utc(call.blockTimestamp),
        { figure: call.blockNumber },
        call.txHash,
        call.internalTxType,
        call.from.address,
        call.to.address,
        { figure: call.value },
        call.isReverted ? "reverted" : "success",
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
  deployed: {
    head: ["contract", "kind", "name", "transaction"],
    async readPage(of) {
      const page = await api().get(listContractDeployments, await accountRequest(of));
      const rows = page.contracts.map(({ address, ercType, name, deploymentDetails }) => [
        address,
        ercType === "UNKNOWN" ? "contract" : ercType,
        name ?? "",
        deploymentDetails?.txHash ?? "",
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
} as const satisfies Record<string, CsvList>;

export type CsvListName = keyof typeof CSV_LISTS;

/** A list by its name in the query; undefined if there is none of that name. */
export function findCsvList(name: string): CsvList | undefined {
  return isCsvList(name) ? CSV_LISTS[name] : undefined;
}

function isCsvList(name: string): name is CsvListName {
  return Object.hasOwn(CSV_LISTS, name);
}

async function network(): Promise<string> {
  return (await requireStatus()).network.servedAs;
}

async function requestsOf({ identity: { key }, pageToken }: ListOf) {
  if (key === undefined) throw new InputError("NOT_FOUND", "the P-Chain form of this address is not known");
  return stakingRequests(await network(), key, { starts: {}, pageSize: PAGE_ROWS, pageToken });
}

/** @throws InputError NOT_FOUND without an account, or if the chain is not indexed */
async function accountRequest({ identity: { account }, filter: { l1 = "c" }, pageToken }: ListOf) {
  const chain: EvmChain | undefined = await findEvmChain(l1);
  if (account === undefined || chain === undefined)
    throw new InputError(
      "NOT_FOUND",
      account === undefined
        ? "the 0x form of this address is not known"
        : `EVM chain ${l1} is not indexed here`,
    );
  return {
    params: { chainId: chain.evmChainId, address: account },
    query: { pageSize: PAGE_ROWS, pageToken },
  };
}

/** Amounts without thousands separators, with the minus sign that spreadsheets know. */
function txCells(row: AddressTx, symbol: string): CsvCell[] {
  const { tag, l1, id, sentence, failed, change } = row;
  const times = timeCells(row);
  return [
    times.own,
    l1?.name ?? tag,
    id,
    sentence,
    failed === undefined ? "accepted" : (failed.word ?? failed.status).toLowerCase(),
    typeof change === "object" ? figure(change.amount, change.decimals) : (change ?? ""),
    typeof change === "object" ? symbol : "",
    times.accepted,
  ];
}

function stakePage(page: {
  transactions: readonly PChainTransaction[];
  nextPageToken?: string | undefined;
}): CsvPage {
  const rows = page.transactions
    .map(stakeRowOf)
    .map((row) => [
      row.txHash,
      row.role.toLowerCase(),
      row.nodeId,
      row.subnetId ?? "",
      figure(row.stake, row.decimals),
      unitOf(row),
      utc(row.start),
      utc(row.end),
      row.reward === undefined ? "" : { figure: row.reward },
    ]);
  return { rows, next: page.nextPageToken };
}

function rewardCells(
  { rewardType, txHash, nodeId, startTimestamp, endTimestamp }: Omit<PendingReward, "estimatedReward">,
  amount: PendingReward["estimatedReward"],
): CsvCell[] {
  return [
    amount.amount === undefined ? "" : figure(amount.amount, amount.denomination),
    amount.symbol || "units",
    rewardType.toLowerCase(),
    txHash,
    nodeId,
    utc(startTimestamp),
    utc(endTimestamp),
  ];
}

/** Of an asset of unknown decimals, its base units. */
function figure(amount: string, decimals = 0): { figure: string } {
  const value = BigInt(amount);
  const text = formatAmount(value < 0n ? -value : value, decimals).replaceAll(",", "");
  return { figure: value < 0n ? `-${text}` : text };
}

function unitOf({ symbol, decimals }: { symbol: string; decimals: number | undefined }): string {
  return decimals === undefined ? "units" : symbol;
}
