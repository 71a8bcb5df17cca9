/**
 * The web's addresses as values: every page, and every file offered beside one. Links, redirects, statuses, search and
 * navigation read these tables, so an address is written here and nowhere else. Browsers load this file: no zod.
 */

/** A path with its parameters in braces, and the names allowed in its query. */
export interface Address {
  path: `/${string}`;
  query?: readonly string[];
  /** Names in the query that every link has to set, if only to undefined. */
  stated?: readonly string[];
}

const BLOCKS = ["before", "from", "to", "txs", "full"] as const;
const TXS = [
  "kind",
  "addresses",
  "types",
  "l1",
  "status",
  "sender",
  "receiver",
  "method",
  "min",
  "from",
  "to",
  "before",
] as const;
const ADDRESS_TXS = ["chain", "types", "from", "to"] as const;
const CHART = ["by", "range", "chains", "to"] as const;
const VALIDATORS = ["sort", "order", "room", "fee", "uptime", "days", "after", "chart", "to"] as const;
const TOKEN = ["tab", "find", "before", "after", "from", "to"] as const;
const TOKENS = ["sort", "after"] as const;
const CONTRACTS = ["order", "after"] as const;
const EVENT_FILTER = ["topic0", "topic1", "topic2", "topic3", "fromBlock", "toBlock", "order"] as const;
const EVENTS = ["address", ...EVENT_FILTER, "before"] as const;
const MESSAGES = ["form", "chain", "address", "before"] as const;
const REWARDS = ["year", "currency", "kinds", "before", "after"] as const;
/** Where a list on an entity's page starts. */
const PLACE = ["list", "from"] as const;

/** Every page by its name in the program. `app/` has one folder for each. */
export const PAGES = {
  home: { path: "/", query: ["range", "to"] },
  blocks: { path: "/{chain}/blocks", query: [...BLOCKS, "go"] },
  block: { path: "/{chain}/block/{id}", query: ["raw", ...PLACE] },
  txs: { path: "/{chain}/txs", query: TXS },
  tx: { path: "/{chain}/tx/{id}", query: ["flow", "raw", "input", "calls", ...PLACE] },
  tokens: { path: "/{chain}/tokens", query: TOKENS },
  collections: { path: "/{chain}/collections", query: TOKENS },
  contracts: { path: "/{chain}/contracts", query: CONTRACTS },
  accounts: { path: "/{chain}/accounts", query: ["after"] },
  events: { path: "/{chain}/events", query: EVENTS },
  token: { path: "/{chain}/token/{contract}", query: TOKEN },
  collection: { path: "/{chain}/nft/{contract}", query: TOKEN },
  nft: { path: "/{chain}/nft/{contract}/{token}", query: ["before", "after"] },
  assets: { path: "/x/assets", query: ["before"] },
  asset: { path: "/x/asset/{id}", query: ["before"] },
  transfer: { path: "/atomic/{id}" },
  address: {
    path: "/address/{address}",
    query: [
      "tab",
      ...ADDRESS_TXS,
      "at",
      ...EVENT_FILTER,
      "before",
      "after",
      "current",
      "pending",
      "paid",
      "fn",
      "arg",
      "height",
    ],
    // The same 20 bytes are another account on every EVM chain. A key is the same on P, X and C.
    stated: ["chain"],
  },
  validators: { path: "/validators", query: VALIDATORS },
  validator: {
    path: "/validator/{id}",
    query: ["delegations", "periods", "chain", "before", "chart", "step", "to"],
  },
  /** Rewards paid for a node, or to an address. */
  rewards: { path: "/rewards/{id}", query: REWARDS },
  l1s: { path: "/l1s", query: ["before"] },
  l1: { path: "/l1/{id}", query: ["after", "before", "chart", "to"] },
  validation: { path: "/validation/{id}", query: ["before", "chart", "step", "to"] },
  messages: { path: "/messages", query: MESSAGES },
  message: { path: "/message/{id}", query: ["after"] },
  charts: { path: "/charts" },
  lag: { path: "/charts/lag", query: ["chain", "before"] },
  chart: { path: "/charts/{metric}", query: CHART },
  index: { path: "/index", query: ["look", "in", "raw"] },
  search: { path: "/search", query: ["q"] },
  status: { path: "/status" },
  node: { path: "/node", query: ["chart", "step", "to"] },
  watched: { path: "/watched" },
  docs: { path: "/docs" },
  docsOf: { path: "/docs/{group}" },
  help: { path: "/help" },
  helpOf: { path: "/help/{page}" },
  admin: { path: "/admin", query: ["fault"] },
  /** Target of a sign-in link. The secret is in the fragment, which browsers do not send. */
  signIn: { path: "/admin/sign-in", query: ["fault"] },
  console: { path: "/admin/{path}", query: ["did", "fault", "after"] },
} as const satisfies Record<string, Address>;

/** Downloads, and data for islands: routes of `app/` that answer for themselves, including statuses. */
export const FILES = {
  acceptanceCsv: { path: "/{chain}/acceptance/csv" },
  blocksCsv: { path: "/{chain}/blocks/csv", query: BLOCKS },
  txsCsv: { path: "/{chain}/txs/csv", query: TXS },
  blockTxs: { path: "/{chain}/block/{id}/txs", query: ["pageToken"] },
  txSentences: { path: "/{chain}/txs/sentences", query: ["blocks"] },
  txFlow: { path: "/{chain}/tx/{id}/flow", query: ["list", "pageToken"] },
  txSignatures: { path: "/{chain}/tx/{id}/signatures", query: ["pageToken"] },
  txEvidence: { path: "/{chain}/tx/{id}/evidence" },
  tokensCsv: { path: "/{chain}/tokens/csv", query: TOKENS },
  collectionsCsv: { path: "/{chain}/collections/csv", query: TOKENS },
  contractsCsv: { path: "/{chain}/contracts/csv", query: CONTRACTS },
  eventsCsv: { path: "/{chain}/events/csv", query: EVENTS },
  accountsCsv: { path: "/{chain}/accounts/csv", query: ["after"] },
  assetsCsv: { path: "/x/assets/csv", query: ["before"] },
  assetTxsCsv: { path: "/x/asset/{id}/csv", query: ["before"] },
  addressCsv: { path: "/address/{address}/csv", query: [...ADDRESS_TXS, "list"] },
  addressBalance: { path: "/address/{address}/balance" },
  addressTxs: { path: "/address/{address}/txs", query: [...ADDRESS_TXS, "pageToken"] },
  stakeCsv: { path: "/validators/stake/csv" },
  validatorsCsv: { path: "/validators/csv", query: VALIDATORS },
  validatorCalendar: { path: "/validator/{id}/calendar" },
  validatorDelegations: { path: "/validator/{id}/delegations" },
  validatorBlocksCsv: { path: "/validator/{id}/blocks/csv", query: ["chain"] },
  validatorMetricsCsv: { path: "/validator/{id}/metrics/csv" },
  validatorPeriodsCsv: { path: "/validator/{id}/periods/csv" },
  rewardsCsv: { path: "/rewards/{id}/csv", query: [...REWARDS, "form"] },
  l1Calendar: { path: "/l1/{id}/calendar" },
  l1Csv: { path: "/l1/{id}/csv", query: ["list"] },
  validationCsv: { path: "/validation/{id}/csv" },
  l1sCsv: { path: "/l1s/csv" },
  messagesCsv: { path: "/messages/csv", query: MESSAGES },
  tokenCsv: { path: "/{chain}/token/{contract}/csv", query: ["list", "owner", "from", "to"] },
  chartCsv: { path: "/charts/{metric}/csv", query: CHART },
  chartPoints: { path: "/charts/{metric}/points", query: [...CHART, "pageToken"] },
  card: { path: "/card", query: ["of"] },
  /** Images, units and examples of the help. */
  helpFile: { path: "/help/files/{name}" },
  brandLogo: { path: "/brand/logo", query: ["version"] },
  openSearch: { path: "/opensearch.xml" },
  adminSession: { path: "/admin/session" },
  adminState: { path: "/admin/state" },
  consoleAct: { path: "/admin/{path}/act" },
  consoleAuditCsv: { path: "/admin/{path}/audit/csv" },
  consoleSession: { path: "/admin/{path}/session" },
  consoleState: { path: "/admin/{path}/state" },
} as const satisfies Record<string, Address>;
