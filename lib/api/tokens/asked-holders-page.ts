import { formatEvmAddress } from "../../avalanche/evm-address";
import { InputError } from "../../errors";
import { listBlocks } from "../../store/queries/evm/block";
import { type Held, listHoldersIn } from "../../store/queries/evm/holder";
import { amountOf } from "../../store/rows/columns";
import { requireWhole } from "../evm/history";
import type { EvmContext } from "../handler";
import type { CanonicalQuery } from "../page/page-token";
import { type HoldersQuestion, MOST_ACCOUNTS } from "./asked-holders";
import type { Holder } from "./holder";
import { refuseUnindexed } from "./holders";

interface HoldersPageQuery extends Held {
  canonical: CanonicalQuery;
  pageToken?: string | undefined;
  after?: number | undefined;
}

/**
 * What to ask the node for a page of holders, at the block of the first page. Who moved another token of a collection may
 * have received this one before the first stored block, so all of these are asked about if they are not too many.
 * @throws InputError NOT_FOUND when transfers name too many accounts; BAD_PAGE_TOKEN
 */
export async function readHoldersQuestion(
  context: EvmContext,
  { tokenId, number, contract, canonical, pageToken, after }: HoldersPageQuery & { contract: Uint8Array },
): Promise<HoldersQuestion> {
  const { db, nodes, facts, evmChainId, pageTokens } = context;
  const every = { after: 0, limit: MOST_ACCOUNTS + 1 };
  let accounts = await listHoldersIn(db, { tokenId }, every);
  if (accounts.length > MOST_ACCOUNTS && number !== undefined)
    accounts = await listHoldersIn(db, { tokenId, number }, every);
  if (accounts.length > MOST_ACCOUNTS) requireWhole(context, "holders of a token with many");
  if (accounts.length > MOST_ACCOUNTS)
    throw new InputError(
      "NOT_FOUND",
      `the holders of ${formatEvmAddress(contract)} can't be listed: its balances are known to its contract alone, and its transfers name more than ${MOST_ACCOUNTS} accounts`,
      { hint: "ask for the balance of an account instead" },
    );
  const cursor =
    pageToken === undefined ? undefined : pageTokens.readExact(pageToken, scopeOf(context, canonical));
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  const height = cursor === undefined ? (newest?.height ?? 0) : Number(cursor >> NUMBER_BITS);
  refuseUnindexed(height, newest?.height);
  const behindId = cursor === undefined ? after : Number(cursor & NUMBER_MASK);
  const tokenNumber = number && amountOf(number);
  return { nodes, facts, evmChainId, tokenId, tokenNumber, contract, accounts, height, behindId };
}

/** One page of what the node answered. An account without a balance starts the list anew. */
export function pageOfAsked(
  context: Pick<EvmContext, "pageTokens" | "dialect" | "evmChainId">,
  all: readonly Holder[],
  {
    height,
    behindId,
    canonical,
    pageSize,
  }: Pick<HoldersQuestion, "height" | "behindId"> & {
    canonical: CanonicalQuery;
    pageSize: number;
  },
): { height: number; holders: readonly Holder[]; nextPageToken: string | undefined } {
  const from = all.findIndex(({ holderId }) => holderId === behindId) + 1;
  const holders = all.slice(from, from + pageSize);
  const last = holders.at(-1);
  if (last === undefined || from + pageSize >= all.length)
    return { height, holders, nextPageToken: undefined };
  const next = (BigInt(height) << NUMBER_BITS) | BigInt(last.holderId);
  return { height, holders, nextPageToken: context.pageTokens.issue(next, scopeOf(context, canonical)) };
}

function scopeOf(
  { dialect, evmChainId }: Pick<EvmContext, "dialect" | "evmChainId">,
  canonical: CanonicalQuery,
): CanonicalQuery {
  return { ...canonical, balances: "asked", dialect: dialect.name, evmChainId };
}

const NUMBER_BITS = 32n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;
