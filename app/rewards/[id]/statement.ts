import { readIdentity } from "@/app/address/identity";
import { api } from "@/app/server";
import { canonicalNodeId } from "@/app/validator/[id]/load";
import { CURRENCIES, type Currency } from "@/lib/contract/data/evm";
import { parseOutputName } from "@/lib/contract/data/primary-network-utxos";
import { getRewardSummary, listDelegatorSums, listRewardStatement } from "@/lib/contract/firn/rewards";
import { hrefTo, type PageQuery, type QueryOf, type SearchOf } from "@/lib/contract/pages";
import { fillRoute, type RouteBody } from "@/lib/contract/route";
import { InputError } from "@/lib/errors";

/** Whose statement it is: what was paid for a node's own stakes and as its share, or what was paid to an address. */
export type Party = { kind: "node"; id: string } | { kind: "address"; id: string };

/** Which part of a statement is shown. */
export interface StatementQuery {
  /** UTC. */
  year?: number | undefined;
  currency: Currency;
  /** With what was paid to a node's delegators. */
  withDelegators: boolean;
  /** The reward after which the list starts. */
  before?: string | undefined;
  /** The rank after which the list of delegators starts. */
  after?: number | undefined;
}

/**
 * The node or address of a text in any form.
 * @throws FirnError; InputError NOT_FOUND if it is an account whose key on the P-Chain nobody knows
 */
export async function readParty(text: string): Promise<Party> {
  if (/^nodeid-/i.test(text)) return { kind: "node", id: canonicalNodeId(text) };
  const { key } = await readIdentity(text);
  if (key !== undefined) return { kind: "address", id: key };
  throw new InputError("NOT_FOUND", `no signature says which P-Chain address has the key of ${text}`);
}

function requestOf({ kind, id }: Party, { year, currency, withDelegators }: StatementQuery) {
  return {
    ...(kind === "node" ? { nodeIds: id } : { addresses: id }),
    ...(kind === "node" &&
      !withDelegators && { rewardTypes: ["VALIDATOR" as const, "VALIDATOR_FEE" as const] }),
    ...(year !== undefined && {
      startTimestamp: Date.UTC(year, 0) / 1000,
      endTimestamp: Date.UTC(year + 1, 0) / 1000,
    }),
    currency,
  };
}

type Page<R extends Parameters<typeof fillRoute>[0]> = { page: RouteBody<R>; path: string };

/** Lines of a statement, newest first, and the path on this origin that serves them and the next ones. @throws FirnError */
export async function readStatement(
  party: Party,
  query: StatementQuery,
  { pageToken, pageSize }: { pageToken?: string | undefined; pageSize: number },
): Promise<Page<typeof listRewardStatement>> {
  const asked = { ...requestOf(party, query), before: query.before, pageToken, pageSize };
  const request = { params: {}, query: asked };
  return {
    page: await api().get(listRewardStatement, request),
    path: fillRoute(listRewardStatement, request),
  };
}

/** A statement's lines in the order of payment, for files. @throws FirnError */
export async function readStatementOldestFirst(
  party: Party,
  query: StatementQuery,
  pageToken: string | undefined,
): Promise<RouteBody<typeof listRewardStatement>> {
  const asked = { ...requestOf(party, query), sortOrder: "asc" as const, pageToken, pageSize: FILE_ROWS };
  return api().get(listRewardStatement, { params: {}, query: asked });
}

const FILE_ROWS = 500;

/** The sums of a whole statement, whatever its year. @throws FirnError */
export async function readSummary(
  party: Party,
  query: StatementQuery,
): Promise<Page<typeof getRewardSummary>> {
  const request = { params: {}, query: requestOf(party, { ...query, year: undefined }) };
  return { page: await api().get(getRewardSummary, request), path: fillRoute(getRewardSummary, request) };
}

/** Who delegated to a node. @throws FirnError */
export async function readDelegatorSums(
  nodeId: string,
  after: number | undefined,
): Promise<Page<typeof listDelegatorSums>> {
  const request = { params: { nodeId }, query: { after, pageSize: PAGE_ROWS } };
  return { page: await api().get(listDelegatorSums, request), path: fillRoute(listDelegatorSums, request) };
}

export const PAGE_ROWS = 25;

function readQuery(search: SearchOf<"rewards">): StatementQuery | undefined {
  const { year, currency = "usd", kinds, before, after } = search;
  const known = CURRENCIES.find((name) => name === currency);
  if (known === undefined || (kinds !== undefined && kinds !== "all")) return undefined;
  const query: StatementQuery = { currency: known, withDelegators: kinds === "all" };
  if (year !== undefined) {
    if (typeof year !== "string" || !/^2\d{3}$/.test(year)) return undefined;
    query.year = Number(year);
  }
  if (after !== undefined) {
    if (typeof after !== "string" || !/^[1-9]\d{0,8}$/.test(after)) return undefined;
    query.after = Number(after);
  }
  if (before === undefined) return query;
  if (typeof before !== "string" || !isOutputName(before)) return undefined;
  return { ...query, before };
}

function isOutputName(text: string): boolean {
  try {
    parseOutputName(text);
    return true;
  } catch {
    return false;
  }
}

/** Which part of a statement its page shows. */
export const REWARDS_QUERY: PageQuery<"rewards", StatementQuery> = {
  read: readQuery,
  write: ({ year, currency, withDelegators, before, after }): QueryOf<"rewards"> => ({
    year,
    ...(currency !== "usd" && { currency }),
    ...(withDelegators && { kinds: "all" }),
    before,
    after,
  }),
};

/** Address of a statement's page. */
export function statementHref({ id }: Party, query: Partial<StatementQuery>): string {
  return hrefTo("rewards", { id }, REWARDS_QUERY.write({ currency: "usd", withDelegators: false, ...query }));
}
