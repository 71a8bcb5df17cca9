import { findAccounts } from "@/app/[chain]/accounts/find";
import { findBlock } from "@/app/[chain]/block/[id]/find";
import { findBlocks } from "@/app/[chain]/blocks/find";
import { findContracts } from "@/app/[chain]/contracts/find";
import { findEvents } from "@/app/[chain]/events/find";
import { findContract, findNft, NFT_QUERY } from "@/app/[chain]/token/find";
import { findTokens } from "@/app/[chain]/tokens/find";
import { findTx } from "@/app/[chain]/tx/[id]/find";
import { findTxs } from "@/app/[chain]/txs/find";
import { findAddress } from "@/app/address/find";
import { ADDRESS_QUERY } from "@/app/address/params";
import { findTransferPage } from "@/app/atomic/[id]/find";
import { findCharts, LAG_QUERY } from "@/app/charts/find";
import { findL1 } from "@/app/l1/[id]/find";
import { L1_QUERY } from "@/app/l1/[id]/query";
import { L1S_QUERY } from "@/app/l1s/query";
import { findMessage, MESSAGE_QUERY } from "@/app/message/[id]/find";
import { findMessages, MESSAGES_QUERY } from "@/app/messages/query";
import { findRewards } from "@/app/rewards/[id]/find";
import { REWARDS_QUERY } from "@/app/rewards/[id]/statement";
import { findReadings } from "@/app/search/find";
import { findValidation } from "@/app/validation/[id]/find";
import { VALIDATION_QUERY } from "@/app/validation/[id]/query";
import { findValidator } from "@/app/validator/[id]/find";
import { VALIDATOR_QUERY } from "@/app/validator/[id]/starts";
import { ASSET_QUERY, ASSETS_QUERY, findAsset, findAssets } from "@/app/x/asset/find";
import { BLOCK_QUERY } from "@/components/block/block-query";
import { CHART_QUERY, HOME_QUERY } from "@/components/chart/chart-params";
import { isGroup } from "@/components/docs/document";
import { EVENTS_QUERY } from "@/components/evm/events/event-query";
import { ACCOUNTS_QUERY, CONTRACTS_QUERY, TOKENS_QUERY } from "@/components/evm/lists/list-query";
import { isHelpPage } from "@/components/help/pages";
import { BLOCKS_QUERY } from "@/components/list/list-params";
import { NODE_QUERY } from "@/components/node/node-charts";
import { TX_QUERY } from "@/components/tx/tx-query";
import { VALIDATORS_QUERY } from "@/components/validator/list-params";
import { SESSION_PATH } from "@/lib/contract/operator/access";
import {
  type AskingPage,
  type EntityPage,
  keepQuery,
  type PageName,
  type PageQuery,
  type QueryOf,
  type QueryPage,
  type Requested,
  type SearchOf,
} from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { type Entry, type Existence, type Find, isAbsent, moved } from "./existence";

/** For pages that exist whatever their query says: an unreadable text means the default. */
const always = async () => ({ found: undefined });

/** A query that the page or its finder interprets: its meaning depends on what is found, or it is plain text. */
function texts<N extends QueryPage>(): PageQuery<N, SearchOf<N>, QueryOf<N>> {
  return { read: (search) => search, write: (query) => query };
}

/** Ties what a query means to what is found with it. */
function entry<N extends QueryPage, Found, Query, Written>(
  query: PageQuery<N, Query, Written>,
  find: Find<N, Found, Query>,
) {
  return { query, find };
}

/**
 * What is at the address of a page. The proxy asks before the page is rendered, because a page of the app router can no
 * longer choose its status; the page asks again for what it shows. A page with parameters or a query that is not here
 * does not compile. The others always exist.
 */
const ENTRIES = {
  home: entry(HOME_QUERY, always),
  blocks: entry(BLOCKS_QUERY, findBlocks),
  block: entry(BLOCK_QUERY, findBlock),
  txs: entry(texts<"txs">(), findTxs),
  tx: entry(TX_QUERY, findTx),
  tokens: entry(TOKENS_QUERY, findTokens),
  collections: entry(TOKENS_QUERY, findTokens),
  contracts: entry(CONTRACTS_QUERY, findContracts),
  accounts: entry(ACCOUNTS_QUERY, findAccounts),
  events: entry(EVENTS_QUERY, findEvents),
  token: entry(texts<"token">(), findContract),
  collection: entry(texts<"collection">(), findContract),
  nft: entry(NFT_QUERY, findNft),
  assets: entry(ASSETS_QUERY, findAssets),
  asset: entry(ASSET_QUERY, findAsset),
  transfer: { find: findTransferPage },
  address: entry(ADDRESS_QUERY, findAddress),
  validators: entry(VALIDATORS_QUERY, always),
  validator: entry(VALIDATOR_QUERY, findValidator),
  rewards: entry(REWARDS_QUERY, findRewards),
  l1s: entry(L1S_QUERY, always),
  l1: entry(L1_QUERY, findL1),
  validation: entry(VALIDATION_QUERY, findValidation),
  messages: entry(MESSAGES_QUERY, findMessages),
  message: entry(MESSAGE_QUERY, findMessage),
  charts: { find: findCharts },
  lag: entry(LAG_QUERY, always),
  chart: entry(CHART_QUERY, always),
  index: entry(texts<"index">(), always),
  node: entry(NODE_QUERY, always),
  search: entry(texts<"search">(), findReadings),
  docsOf: { find: async ({ params: { group } }) => (isGroup(group) ? { found: group } : "missing") },
  helpOf: { find: async ({ params: { page } }) => (isHelpPage(page) ? { found: page } : "missing") },
  admin: entry(texts<"admin">(), always),
  signIn: entry(texts<"signIn">(), always),
  console: entry(texts<"console">(), async ({ params }) =>
    SESSION_PATH.test(params.path) ? { found: undefined } : "missing",
  ),
} satisfies {
  [N in QueryPage]: { query: PageQuery<N, unknown, never>; find: Find<N, unknown, never> };
} & { [N in Exclude<EntityPage, QueryPage>]: { find: Find<N, unknown> } } & {
  [N in Exclude<PageName, AskingPage>]?: { find: Find<N, unknown> };
};

type Entries = typeof ENTRIES;

/** What a page shows; undefined if it shows nothing in particular. */
export type Found<N extends PageName> = N extends keyof Entries
  ? Extract<Awaited<ReturnType<Entries[N]["find"]>>, { found: unknown }>["found"]
  : undefined;

/** What a page's query means; undefined if it has none. */
export type QueryValue<N extends PageName> = N extends QueryPage
  ? Exclude<ReturnType<Entries[N]["query"]["read"]>, undefined>
  : undefined;

const TABLE: {
  [N in PageName]?: Omit<Entry<N, Found<N>, QueryValue<N>>, "query"> &
    Partial<Pick<Entry<N, Found<N>, QueryValue<N>>, "query">>;
} = ENTRIES;

/** What the query of a page means; undefined if it has none, or if it is malformed. */
export function readQuery<N extends PageName>({
  page,
  params,
  search,
}: Requested<N>): QueryValue<N> | undefined {
  return TABLE[page]?.query?.read(search, params);
}

/** What is at an address, or the error that kept it unknown. "Not found" from the API is an answer, not an error. */
export async function findPage<N extends PageName>(
  requested: Requested<N>,
): Promise<Existence<Found<N>> | FirnError> {
  const entry = TABLE[requested.page];
  // Pages that are not in the table show nothing in particular.
  if (entry === undefined) return { found: undefined as Found<N> };
  const query = readQuery(requested);
  if (query === undefined && entry.query !== undefined) return "malformed";
  const { page, params, search } = requested;
  try {
    const existence = await entry.find({ page, params, query: query as QueryValue<N> });
    if (isAbsent(existence) || !("href" in existence) || existence.status !== 308) return existence;
    return moved(keepQuery(existence.href, search));
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    if (error.code === "NOT_FOUND") return "missing";
    return error.code === "BAD_PARAMETER" ? "malformed" : error;
  }
}
