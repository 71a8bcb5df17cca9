/**
 * The web's addresses as values: every page, and every file offered beside one. Links, redirects, statuses, search and
 * navigation read these tables, so an address is written here and nowhere else. Browsers load this file: no zod.
 */

/** A path with its parameters in braces, and the names allowed in its query. */
interface Address {
  path: `/${string}`;
  query?: readonly string[];
  /** Names in the query that every link has to set, if only to undefined. */
  stated?: readonly string[];
}

const BLOCKS = ["before", "from", "to"] as const;
const TXS = ["kind", "addresses", "types", "l1", "status", "before"] as const;
const ADDRESS_TXS = ["chain", "types", "from", "to"] as const;
/** Where the lists on an address's page start, and what is asked of a contract there. */
const ADDRESS_PLACES = ["before", "after", "current", "pending", "paid", "fn", "arg", "height"] as const;
const CHART = ["by", "range", "chains", "to"] as const;
const VALIDATORS = ["sort", "order", "room", "fee", "uptime", "days", "after", "chart", "to"] as const;
const TOKEN = ["tab", "before", "after"] as const;
const TOKENS = ["sort", "after"] as const;
const CONTRACTS = ["order", "after"] as const;
const EVENT_FILTER = ["topic0", "topic1", "topic2", "topic3", "fromBlock", "toBlock", "order"] as const;
const EVENTS = ["address", ...EVENT_FILTER, "before"] as const;
const MESSAGES = ["form", "chain", "address", "before"] as const;
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
    query: ["tab", ...ADDRESS_TXS, "at", ...EVENT_FILTER, ...ADDRESS_PLACES],
    // The same 20 bytes are another account on every EVM chain. A key is the same on P, X and C.
    stated: ["chain"],
  },
  validators: { path: "/validators", query: VALIDATORS },
  validator: { path: "/validator/{id}", query: ["delegations", "periods", "chain", "before", "chart", "to"] },
  l1s: { path: "/l1s", query: ["before"] },
  l1: { path: "/l1/{id}", query: ["after", "before"] },
  validation: { path: "/validation/{id}", query: ["before"] },
  messages: { path: "/messages", query: MESSAGES },
  message: { path: "/message/{id}" },
  charts: { path: "/charts" },
  lag: { path: "/charts/lag", query: ["chain", "before"] },
  chart: { path: "/charts/{metric}", query: CHART },
  index: { path: "/index", query: ["look", "in", "raw"] },
  search: { path: "/search", query: ["q"] },
  status: { path: "/status" },
  node: { path: "/node" },
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
  l1Calendar: { path: "/l1/{id}/calendar" },
  l1Csv: { path: "/l1/{id}/csv", query: ["list"] },
  validationCsv: { path: "/validation/{id}/csv" },
  l1sCsv: { path: "/l1s/csv" },
  messagesCsv: { path: "/messages/csv", query: MESSAGES },
  tokenCsv: { path: "/{chain}/token/{contract}/csv", query: ["list"] },
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

/** Other explorers' forms of addresses, and the page of each: EIP-3091 at the root is the C-Chain's, else its chain's. */
const ALIASES: readonly { path: `/${string}`; page: PageName }[] = [
  { path: "/blocks", page: "blocks" },
  { path: "/block/{id}", page: "block" },
  { path: "/txs", page: "txs" },
  { path: "/tx/{id}", page: "tx" },
  { path: "/token/{contract}", page: "token" },
  { path: "/nft/{contract}", page: "collection" },
  { path: "/nft/{contract}/{token}", page: "nft" },
  { path: "/{chain}/address/{address}", page: "address" },
];

/** The chain of an alias that names none. */
const ROOT_CHAIN = "c";

const ADDRESSES = { ...PAGES, ...FILES };

export type PageName = keyof typeof PAGES;
type AddressName = keyof typeof ADDRESSES;

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never;
type ParamNameOf<N extends AddressName> = ParamName<(typeof ADDRESSES)[N]["path"]>;

/** Pages of an entity: their paths have parameters. */
export type EntityPage = { [N in PageName]: ParamNameOf<N> extends never ? never : N }[PageName];

/** Pages whose address may name something missing, or something unreadable. */
export type AskingPage = EntityPage | QueryPage;

/** A path's parameters, decoded. */
export type ParamsOf<N extends AddressName> = Record<ParamNameOf<N>, string>;

/** A query to write. Undefined and empty values are left out. */
export type QueryOf<N extends AddressName> = (typeof ADDRESSES)[N] extends { query: readonly (infer Name)[] }
  ? { [Key in Name & string]?: string | number | undefined }
  : Record<string, never>;

/** A query as received, with any content. A repeated name has a list. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The texts of a page's query as received. */
export type SearchOf<N extends AddressName> = { [Key in keyof QueryOf<N>]?: string | string[] | undefined };

/** A page's query: what its texts mean, and the texts of a meaning. The page's entry in `app/pages.ts` names it. */
export interface PageQuery<N extends PageName, Read, Write = Read> {
  /** Undefined if a text is malformed: such an address does not exist. */
  read(search: SearchOf<N>, params: ParamsOf<N>): Read | undefined;
  /** Texts for `hrefTo` and `withQuery`, without default values. */
  write(query: Write): QueryOf<N>;
}

/** Pages whose table entry has a query. */
export type QueryPage = {
  [N in PageName]: (typeof PAGES)[N] extends { query: unknown } ? N : never;
}[PageName];

/** What the address of a page requests. */
export interface Requested<N extends PageName> {
  page: N;
  params: ParamsOf<N>;
  search: SearchParams;
}

type AnyRequested = { [N in PageName]: Requested<N> }[PageName];

type HrefArguments<N extends AddressName> =
  ParamNameOf<N> extends never
    ? [params?: Record<string, never>, query?: QueryOf<N>]
    : (typeof ADDRESSES)[N] extends { stated: readonly (infer Name)[] }
      ? [params: LinkParams<N>, query: QueryOf<N> & Record<Name & string, string | undefined>]
      : [params: LinkParams<N>, query?: QueryOf<N>];
type LinkParams<N extends AddressName> = Record<ParamNameOf<N>, string | number | bigint>;

/** The address of a page or file, to link to. Parameters must be in their canonical form; the table orders the query. */
export function hrefTo<N extends AddressName>(name: N, ...[params, query]: HrefArguments<N>): string {
  const values: Record<string, string | number | bigint> = params ?? {};
  const { path, query: names = [] }: Address = ADDRESSES[name];
  const asked: Record<string, string | number | undefined> = query ?? {};
  return join(fillPath(path, values), Object.fromEntries(names.map((one) => [one, asked[one]])));
}

/**
 * The address of a page or file with other values in its query, which keep their order: `withQuery<"blocks">(href,
 * { before })`. Undefined removes a value. The page has to be named: which one an address belongs to cannot be inferred.
 */
export function withQuery<N extends AddressName = never>(address: string, query: QueryOf<N>): string {
  const [path = "", text] = address.split("?");
  return join(path, { ...Object.fromEntries(new URLSearchParams(text)), ...query });
}

function fillPath(path: string, values: Record<string, string | number | bigint>): string {
  return path.replace(/\{(\w+)\}/g, (_, param) => encodeURIComponent(String(values[param])));
}

/** Leaves out empty values. Values that need no escaping stay legible. */
function join(path: string, query: Record<string, string | number | undefined>): string {
  const text = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(String(value)).replaceAll("%2C", ",").replaceAll("%3A", ":")}`,
    )
    .join("&");
  return text === "" ? path : `${path}?${text}`;
}

/** The page or file of an address; undefined if none has that form. */
export function pageOf(url: {
  pathname: string;
  searchParams: URLSearchParams;
}): AnyRequested | "file" | undefined {
  const segments = url.pathname.split("/").slice(1).map(decodeSegment);
  for (const { name, pattern } of PATTERNS) {
    const params = matchPath(pattern, segments);
    if (params === undefined) continue;
    if (!isPage(name)) return "file";
    // The parameters are those of the pattern, which is the page's.
    return { page: name, params, search: readSearch(url.searchParams) } as AnyRequested;
  }
  return undefined;
}

/** The address of a page whose path is in another form: an alias, or a chain's letter as a capital. Else undefined. */
export function unaliased(url: URL): URL | undefined {
  const segments = url.pathname.split("/").slice(1);
  const [first = ""] = segments;
  const chain = /^[PXC]$/.test(first) ? first.toLowerCase() : first;
  const path = [chain, ...segments.slice(1)];
  const other = new URL(url);
  other.pathname = `/${path.join("/")}`;
  for (const alias of ALIASES) {
    const params = matchPath(alias.path.split("/").slice(1), path.map(decodeSegment));
    if (params === undefined) continue;
    const values: Record<string, string> = { chain: ROOT_CHAIN, ...params };
    other.pathname = fillPath(PAGES[alias.page].path, values);
    // A key is the same on P, X and C; an account is another one on every EVM chain.
    const isAccount = alias.page === "address" && /^0x/i.test(params.address ?? "");
    if (isAccount && params.chain !== "p" && params.chain !== "x" && !other.searchParams.has("chain"))
      other.searchParams.set("chain", values.chain ?? "");
    return other;
  }
  return chain === first ? undefined : other;
}

/** The text of an address such as `/<id>`, which leads where a search for it does. Undefined for any other. */
export function idAtRoot({ pathname }: URL): string | undefined {
  const [text = "", ...more] = pathname.split("/").slice(1).map(decodeSegment);
  return more.length === 0 && ID_AT_ROOT.test(text) ? text : undefined;
}

/** Heights, hex, NodeIDs, addresses, and cb58 that is too long for a word. */
const ID_AT_ROOT =
  /^(\d{1,15}|0x[0-9a-f]{4,64}|[0-9a-f]{40}|[0-9a-f]{64}|NodeID-[1-9A-HJ-NP-Za-km-z]{4,40}|([pxc]-)?[a-z]{2,10}1[02-9ac-hj-np-z]{6,}|[1-9A-HJ-NP-Za-km-z]{32,60})$/i;

/** The address with those parts of a query that it does not set itself: a redirect keeps what was asked for. */
export function keepQuery(address: string, search: SearchParams): string {
  const [path = "", text] = address.split("?");
  const query = new URLSearchParams(text);
  const kept = Object.entries(search).filter(([name]) => !query.has(name));
  for (const [name, values] of kept)
    for (const value of [values ?? []].flat()) if (value !== "") query.append(name, value);
  const written = query.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  return written === "" ? path : `${path}?${written}`;
}

/** The form of the first segment of a chain's addresses: a letter of the Primary Network, an EVM chain id, or a blockchain id. */
const SEGMENT = /^([pxc]|\d+|[1-9A-HJ-NP-Za-km-z]{43,52})$/;

/** Fixed words take precedence over parameters: `/charts/lag` is not `/charts/{metric}`. */
const PATTERNS = (Object.keys(ADDRESSES) as AddressName[])
  .map((name) => ({ name, pattern: ADDRESSES[name].path.split("/").slice(1) }))
  .toSorted((a, b) => countParams(a.pattern) - countParams(b.pattern));

function countParams(pattern: readonly string[]): number {
  return pattern.filter((part) => part.startsWith("{")).length;
}

function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    const param = /^\{(\w+)\}$/.exec(part)?.[1];
    if (param === undefined ? segment !== part : segment === "") return undefined;
    if (param === "chain" && !SEGMENT.test(segment)) return undefined;
    if (param !== undefined) params[param] = segment;
  }
  return params;
}

function isPage(name: AddressName): name is PageName {
  return Object.hasOwn(PAGES, name);
}

/** A decoded segment of a path. A malformed one is returned unchanged. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function readSearch(searchParams: URLSearchParams): SearchParams {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const [first, ...more] = searchParams.getAll(name);
      return [name, more.length === 0 ? first : [first ?? "", ...more]];
    }),
  );
}
