import type { Route } from "./route";
import { ROUTES } from "./routes";

/** The dearest cost. */
const MOST = 20;

/** Depends on the query: an answer about the past costs more than one about now. */
type Cost = number | ((query: URLSearchParams) => number);

const past: Cost = (query) => (query.has("blockNumber") ? 10 : 1);

/** An order of all tokens that no index has costs more than the others. */
const ranked: Cost = (query) => (["transfersOfDay", "supply"].includes(query.get("sort") ?? "") ? MOST : 5);

/** Without these an index gives the page. */
const SEARCHED = ["from", "to", "method", "minValue"];
const searched: Cost = (query) => (SEARCHED.some((name) => query.has(name)) ? 5 : 1);

/**
 * What a request counts against a rate limit, for routes that count more than 1 (a lookup, or one page of a list read in
 * order). The steps: 5 for a search or a sum over part of a history, 10 for what a node executes again or many
 * blocks are read for, 20 for a sum over all holders.
 */
const COSTS = {
  search: 5,
  listLogs: 5,
  searchTransactions: searched,
  listExports: 5,
  listChainAccounts: 5,
  listChainTokens: ranked,
  listChainCollections: ranked,
  listChainContracts: 5,
  listStakeMetrics: 5,
  listValidatorMetrics: 5,
  listL1Fees: 5,
  getAvaxSupply: 5,
  listObservedUptime: 5,
  listObservedValidation: 5,
  listRewardStatement: 5,
  getRewardSummary: 5,
  listDelegatorSums: 5,
  getPace: 5,
  exportTransactions: 10,
  listRightsThrough: 5,
  callReadFunction: 5,
  listIcmMessages: 5,
  listIcmMessagesByAddress: 5,
  listTeleporterMessages: 5,
  listTeleporterMessagesByAddress: 5,
  getNativeBalance: past,
  listErc20Balances: past,
  listErc721Balances: past,
  listErc1155Balances: past,
  listCollectibleBalances: past,
  getContractSource: 5,
  getNodeLogs: 10,
  getMessage: 10,
  listMessages: 10,
  getEvmStateChanges: 10,
  listEvmCalls: 10,
  getEvmBlockProof: 10,
  listAddressBalances: 10,
  listNftHolders: 10,
  listMessageSigners: MOST,
  listTokenHolders: MOST,
  getNftHoldersByContractAddress: MOST,
  getAddressesByBalanceOverTime: MOST,
  getChain: 1,
  listChains: 1,
  metricsHealthCheck: 1,
} as const satisfies Partial<Record<keyof typeof ROUTES, Cost>>;

/** A metric is a sum over part of a history. */
const METRIC: Cost = 5;

/** Etherscan's lists read every page before the one that is asked for. */
const ETHERSCAN: Record<string, number> = {
  getlogs: 10,
  txlist: 5,
  txlistinternal: 5,
  tokentx: 5,
  tokennfttx: 5,
  token1155tx: 5,
  eth_call: 5,
  getsourcecode: 5,
  verifysourcecode: 10,
  eth_estimategas: 5,
};

const BY_ROUTE = new Map<Route, Cost>(
  Object.entries(COSTS).map(([name, cost]) => [ROUTES[name as keyof typeof ROUTES], cost]),
);

/**
 * What one request counts against a rate limit, in units: 1 for most, 20 at most. A form to the Etherscan-compatible
 * interface is not read before it is counted, so it counts as the dearest of its actions. A path without a route counts 1.
 */
export function costOf(
  route: Route | undefined,
  { method, query }: { method: string; query: URLSearchParams },
) {
  if (route === undefined) return 1;
  if (route.api === "etherscan")
    return method === "POST" ? 10 : (ETHERSCAN[query.get("action")?.toLowerCase() ?? ""] ?? 1);
  const cost = BY_ROUTE.get(route) ?? (route.api === "metrics" ? METRIC : 1);
  return typeof cost === "number" ? cost : cost(query);
}
