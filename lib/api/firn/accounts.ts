import { equalBytes, fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import type * as contract from "../../contract/firn/accounts";
import { InputError } from "../../errors";
import type { EvmDb } from "../../store/db";
import { countAddresses, listAddresses, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { requireWhole } from "../evm/history";
import type { EvmContext, Handler } from "../handler";
import { presentParty } from "../present/evm/party";
import { type AccountList, MOST_ASKED, NO_NUMBER } from "../tokens/asked-accounts";
import { refuseUnindexed } from "../tokens/holders";

const NUMBER_BITS = 32n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

export const listChainAccounts: Handler<typeof contract.listChainAccounts> = async (request) => {
  const { params, query, service, readEvm } = request;
  const { cursor, accounts, ...question } = await readEvm(params.chainId, (context) =>
    readQuestion(context, query.pageToken),
  );
  const list =
    accounts === undefined
      ? await service.largestAccounts.take(
          question.evmChainId,
          cursor === undefined ? undefined : question.height,
        )
      : await service.askedAccounts.take({ ...question, accounts });
  const after = cursor === undefined ? query.after : undefined;
  const from = startOf(list, { cursor, after });
  const rows = list.accounts.slice(from, from + query.pageSize);
  const last = rows.at(-1);
  const hasMore = last !== undefined && from + rows.length < list.accounts.length;
  return readEvm(params.chainId, async (context) => {
    const parties = await readParties(
      context.db,
      rows.map(({ holderId }) => holderId),
    );
    return {
      ...(hasMore && {
        nextPageToken: context.pageTokens.issue(
          (BigInt(list.height) << NUMBER_BITS) | BigInt(last.holderId),
          scopeOf(context),
        ),
      }),
      blockNumber: String(list.height),
      accountsAsked: list.accountsAsked,
      ...(list.accountsUnknown > 0 && { accountsUnknown: list.accountsUnknown }),
      accounts: rows.map(({ holderId, address, balance }, index) => {
        const party = parties.get(holderId) ?? { address, contract: undefined };
        return {
          rank: from + index + 1,
          account: presentParty(party, context),
          isContract: party.contract !== undefined,
          balanceWei: String(balance),
        };
      }),
    };
  });
};

/**
 * What the node is asked: of whom, unless they are too many for one list.
 * @throws NodeError HISTORY_PARTIAL; InputError BAD_PAGE_TOKEN
 */
async function readQuestion(context: EvmContext, pageToken: string | undefined) {
  const { db, nodes, facts, evmChainId, history, pageTokens } = context;
  // Blocks that are not stored may name other accounts.
  if (history !== undefined && history.older !== "none") requireWhole(context, "the largest accounts");
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  const cursor = pageToken === undefined ? undefined : pageTokens.readExact(pageToken, scopeOf(context));
  const height = cursor === undefined ? (newest?.height ?? 0) : Number(cursor >> NUMBER_BITS);
  refuseUnindexed(height, newest?.height);
  const accounts = await listAsked(db, newest?.miner);
  return { cursor, nodes, facts, evmChainId, accounts, height, isRecentEnough: cursor === undefined };
}

/** Who is asked about at once; undefined when they are too many. */
async function listAsked(db: EvmDb, recipient: Uint8Array | undefined) {
  if ((await countAddresses(db)) >= MOST_ASKED) return undefined;
  const accounts = await listAddresses(db, MOST_ASKED);
  if (recipient !== undefined && accounts.every(({ bytes }) => !equalBytes(bytes, recipient)))
    accounts.push({ id: NO_NUMBER, bytes: recipient });
  return accounts;
}

function scopeOf({ evmChainId }: Pick<EvmContext, "evmChainId">) {
  return { endpoint: "chain-accounts", evmChainId };
}

/** Index at which a page begins. @throws InputError NOT_FOUND, BAD_PAGE_TOKEN when it should begin after an account that is not listed */
function startOf(
  { accounts }: AccountList,
  { cursor, after }: { cursor: bigint | undefined; after: string | undefined },
): number {
  if (cursor !== undefined) {
    const id = Number(cursor & NUMBER_MASK);
    const index = accounts.findIndex(({ holderId }) => holderId === id);
    if (index >= 0) return index + 1;
    throw new InputError("BAD_PAGE_TOKEN", "the list that pageToken goes on with is not kept any more", {
      hint: "start again without it",
    });
  }
  if (after === undefined) return 0;
  const address = formatEvmAddress(fromHex(after.toLowerCase()));
  const index = accounts.findIndex((account) => formatEvmAddress(account.address) === address);
  if (index >= 0) return index + 1;
  throw new InputError("NOT_FOUND", `${after} is not in this list`, { hint: "start without after" });
}
