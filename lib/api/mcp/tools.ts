import type { RouteName } from "../../contract/routes";

/** Chains as a tool's `chain` names them: P, X and the C-Chain's atomic transactions, or an EVM chain. */
export type ChainKind = "primary" | "evm";

/** One route that a tool may ask. Its parameters are the tool's, but for the chain and the network, which are filled in. */
export interface ToolCase {
  route: RouteName;
  /** The chains that it is for; without it, it is about no chain that the tool names. */
  chain?: ChainKind;
  /** The value of `show` that selects it. */
  show?: string;
  /** Selected when this parameter is given. */
  needs?: string;
}

export interface Tool {
  name: string;
  title: string;
  /** What it answers, and in which units. */
  description: string;
  /** The first one that fits is asked. */
  cases: readonly ToolCase[];
}

/** Amounts in answers of the Data API. */
const BASE_UNITS =
  "Amounts are decimal texts in base units: nAVAX on P and X (1 AVAX = 10^9), wei on EVM chains (10^18), a token's own decimals for tokens.";
const SECONDS = "Times are unix seconds.";
const PAGED = "Lists come in pages: pass nextPageToken back as pageToken.";

/** What an agent can ask. All of them read only, and none reaches the admin console. */
export const TOOLS: readonly Tool[] = [
  {
    name: "search",
    title: "Search",
    description:
      "What a text could mean: a height, hash, id, address, NodeID or name of a token, L1, chain or label, or the beginning of one. Answers a list of readings, each with whether it was found. Start here with whatever a person pasted.",
    cases: [{ route: "search" }],
  },
  {
    name: "status",
    title: "What is indexed",
    description:
      "Which network and chains this Firn indexes, how far each stream is and how far behind its node, the node's health and version, and the size of the store. Answers name the EVM chain ids for `chain`. Times are unix milliseconds, durations milliseconds.",
    cases: [{ route: "getStatus" }],
  },
  {
    name: "alerts",
    title: "What needs attention",
    description:
      "What the operator should look at now, worst first: stopped streams, a node that is away or unhealthy, low uptime, a validation that ends, L1 balances that run out, full disks. Times are unix seconds unless the name ends in Ms.",
    cases: [{ route: "getAlerts" }],
  },
  {
    name: "transaction",
    title: "A transaction",
    description: `One transaction of any chain by its hash: type, block, time, inputs, outputs and stake on P and X, value, fee, transfers and method on an EVM chain. ${BASE_UNITS} ${SECONDS}`,
    cases: [
      { route: "getTxByHash", chain: "primary" },
      { route: "getTransaction", chain: "evm" },
    ],
  },
  {
    name: "block",
    title: "A block",
    description: `One block of any chain by height or hash: parent, time, transactions, and on EVM chains gas and fees. ${BASE_UNITS} ${SECONDS}`,
    cases: [
      { route: "getBlockById", chain: "primary" },
      { route: "getBlock", chain: "evm" },
    ],
  },
  {
    name: "transactions",
    title: "Transactions of a chain or an address",
    description: `Transactions, newest first: of a chain, of \`addresses\` on P and X, of \`address\` on an EVM chain. ${BASE_UNITS} ${SECONDS} ${PAGED}`,
    cases: [
      { route: "listLatestPrimaryNetworkTransactions", chain: "primary" },
      { route: "listTransactions", chain: "evm", needs: "address" },
      { route: "listLatestTransactions", chain: "evm" },
    ],
  },
  {
    name: "token_transfers",
    title: "Transfers of tokens of an address",
    description: `Transfers of ERC-20, ERC-721 and ERC-1155 tokens from and to an address of an EVM chain, newest first. ${BASE_UNITS} ${SECONDS} ${PAGED}`,
    cases: [{ route: "listAddressTransfers", chain: "evm" }],
  },
  {
    name: "balances",
    title: "Balances of an address",
    description: `What an address holds: unlocked, locked and staked AVAX and assets of \`addresses\` on P and X; on an EVM chain the chain's own coin of \`address\` (show native, the default), its ERC-20 tokens (show erc20), or its NFTs (show collectibles). With blockNumber or blockTimestamp as of then. ${BASE_UNITS} ${PAGED}`,
    cases: [
      { route: "getBalancesByAddresses", chain: "primary", show: "native" },
      { route: "getNativeBalance", chain: "evm", show: "native" },
      { route: "listErc20Balances", chain: "evm", show: "erc20" },
      { route: "listCollectibleBalances", chain: "evm", show: "collectibles" },
    ],
  },
  {
    name: "token",
    title: "A token, its holders or its transfers",
    description: `A token contract of an EVM chain: how many transfers and holders it has and its supply (show totals, the default), its holders, largest first (show holders), or its transfers, newest first (show transfers). ${BASE_UNITS} ${SECONDS} ${PAGED}`,
    cases: [
      { route: "getToken", chain: "evm", show: "totals" },
      { route: "listTokenHolders", chain: "evm", show: "holders" },
      { route: "listTransfers", chain: "evm", show: "transfers" },
    ],
  },
  {
    name: "contract",
    title: "What a contract is",
    description: `What stands at an address of an EVM chain: whether it is a contract, who created it and when, which standard and name it has, and what a proxy runs. ${SECONDS}`,
    cases: [{ route: "getContract", chain: "evm" }],
  },
  {
    name: "read_contract",
    title: "Call a function that reads",
    description:
      "Calls a function of a contract that changes nothing, at the newest block or at `height`, and decodes the result: function is a signature as in balanceOf(address), arguments a JSON list as text. Without function, lists the functions that can be called. Numbers are decimal texts in the contract's own units.",
    cases: [
      { route: "callReadFunction", chain: "evm", needs: "function" },
      { route: "listReadFunctions", chain: "evm" },
    ],
  },
  {
    name: "logs",
    title: "Search event logs",
    description: `Event logs of an EVM chain by contracts, topics and blocks. topic0 is the hash of an event's signature; known events come decoded. ${SECONDS} ${PAGED}`,
    cases: [{ route: "listLogs", chain: "evm" }],
  },
  {
    name: "validators",
    title: "Validators",
    description: `Running validators of the Primary Network or a subnet with stake, delegations, fee, uptime and end, largest stake first; with nodeId everything about one node, and the L1s that it validates. Weights are nAVAX (1 AVAX = 10^9), decimal texts. ${SECONDS} Percentages are 0 to 100. ${PAGED}`,
    cases: [{ route: "getValidator", needs: "nodeId" }, { route: "listValidatorLines" }],
  },
  {
    name: "l1s",
    title: "L1s and their validators",
    description: `L1s, the latest first; with subnetId one L1 with its validators, how long each balance lasts at the fee of now, and latest changes. Balances are nAVAX (1 AVAX = 10^9), weights the L1's own units, both decimal texts. ${SECONDS} ${PAGED}`,
    cases: [{ route: "getL1", needs: "subnetId" }, { route: "listL1s" }],
  },
  {
    name: "chain_metrics",
    title: "Activity of a chain over time",
    description: `A metric of an EVM chain by hour, day, week or month, newest first: transactions, active addresses, gas, fees, contracts and more. Counts are plain numbers, gas is gas, prices and fees are wei. ${SECONDS} ${PAGED}`,
    cases: [{ route: "getEvmChainMetrics", chain: "evm" }],
  },
];
