import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type * as contract from "../../contract/firn/chain-lists";
import { InputError } from "../../errors";
import { countActivityFrom } from "../../store/queries/evm/activity";
import { findAddressId, type Party, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { findFirstHeightSince } from "../../store/queries/evm/figures";
import { readTokenFigures } from "../../store/queries/evm/holder";
import { readContract } from "../../store/queries/evm/token";
import {
  type CreationCursor,
  type ListedContract,
  listContractsByAge,
  listTokensByCount,
} from "../../store/queries/evm/token-list";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { ACTIVITY, heightOf, positionOf, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { EvmBlockTable, EvmTransactionTable } from "../../store/tables/evm/chain";
import { partialHistory, requireWhole } from "../evm/history";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { takeExactPage, takePage } from "../page/page";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import type { YieldTurn } from "../snapshot/yield-turn";
import { askSupply, presentToken } from "../tokens/present-token";
import { takeRanked } from "../tokens/ranking";

const SECONDS_PER_DAY = 86_400;
const ERC20 = [TOKEN_STANDARDS.indexOf("ERC-20")];
const COLLECTIONS = [TOKEN_STANDARDS.indexOf("ERC-721"), TOKEN_STANDARDS.indexOf("ERC-1155")];

export const listChainTokens: Handler<typeof contract.listChainTokens> = (request) =>
  answerTokens(request, "tokens", ERC20);

export const listChainCollections: Handler<typeof contract.listChainCollections> = (request) =>
  answerTokens(request, "collections", COLLECTIONS);

export const listChainContracts: Handler<typeof contract.listChainContracts> = async ({
  params,
  query,
  service,
  readEvmSlow,
}) => {
  const { chain, addresses, contracts, ...page } = await readEvmSlow(
    params.chainId,
    async (context, yieldTurn) => {
      const { order, pageToken, pageSize } = query;
      const start = await contractAfter(context, query.after);
      const page = await takeByAge(context, undefined, {
        endpoint: "chain-contracts",
        order,
        pageToken,
        pageSize,
        start,
      });
      return {
        ...tokenOf(page),
        blockNumber: await newestOf(context),
        chain: { nodes: context.nodes, facts: context.facts, evmChainId: context.evmChainId },
        addresses: page.rows.map(({ address }) => address),
        contracts: await presentContracts(context, page.rows, yieldTurn),
      };
    },
  );
  const sizes = await service.codeSizes.of(chain, addresses);
  const sized = contracts.map((row, at) => {
    const codeSize = sizes[at];
    return codeSize === undefined ? row : { ...row, codeSize };
  });
  return { ...page, contracts: sized };
};

async function presentContracts(
  context: EvmContext,
  rows: readonly ListedContract[],
  yieldTurn: YieldTurn,
): Promise<contract.ListedContract[]> {
  const creations = await readCreations(context, rows);
  const from = await findDayStart(context);
  const contracts: contract.ListedContract[] = [];
  for (const row of rows) {
    const transactionsOfDay = await countOf(context, row, { kind: ACTIVITY.native, from });
    await yieldTurn();
    const creator = row.creator_id === null ? undefined : creations.parties.get(row.creator_id);
    contracts.push({
      contract: presentParty({ address: row.address, contract: row }, context),
      ercType: TOKEN_STANDARDS[row.standard] ?? "UNKNOWN",
      ...createdOf(context, row, creations),
      ...(creator && { createdBy: presentParty(creator, context) }),
      ...(transactionsOfDay === undefined ? {} : { transactionsOfDay }),
    });
  }
  return contracts;
}

type TokensRequest = HandlerRequest<typeof contract.listChainTokens>;

async function answerTokens(
  { params, query, readEvmSlow }: TokensRequest,
  endpoint: "tokens" | "collections",
  standards: readonly number[],
) {
  const { chain, tokens, ...page } = await readEvmSlow(params.chainId, async (context, yieldTurn) => {
    const sort = query.sort ?? (partialHistory(context) === undefined ? "holders" : "newest");
    const list = { ...query, endpoint: `chain-${endpoint}`, sort };
    const page = await takeTokens(context, standards, { ...list, sort });
    return {
      chain: { nodes: context.nodes, facts: context.facts },
      ...tokenOf(page),
      sort,
      blockNumber: await newestOf(context),
      tokens: await presentListed(context, page.rows, yieldTurn),
    };
  });
  const asked = tokens.map(async (token) => {
    if (token.balancesFrom === "transfers") return token;
    const supply = await askSupply(chain, fromHex(token.address.toLowerCase()));
    return { ...token, ...(supply === undefined ? {} : { totalSupply: String(supply) }) };
  });
  return { ...page, tokens: await Promise.all(asked) };
}

/** A page of tokens in one of the orders. */
async function takeTokens(
  context: EvmContext,
  standards: readonly number[],
  list: List & { sort: contract.TokenSort; after?: string | undefined },
) {
  const { endpoint, sort, pageToken, pageSize } = list;
  if (sort === "holders" || sort === "transfers") return takeByCount(context, standards, { ...list, sort });
  const start = await contractAfter(context, list.after);
  if (sort === "newest") return takeByAge(context, standards, { ...list, order: "desc", start });
  requireWhole(context, `tokens by ${sort === "supply" ? "supply" : "transfers of a day"}`);
  return takeRanked(context, {
    standards,
    sort,
    pageToken,
    pageSize,
    after: start?.address_id,
    from: (await findDayStart(context)) ?? 0,
    isCounted: standards === COLLECTIONS,
    canonical: { endpoint, sort, evmChainId: context.evmChainId, after: list.after?.toLowerCase() },
  });
}

async function presentListed(
  context: EvmContext,
  rows: readonly ListedContract[],
  yieldTurn: YieldTurn,
): Promise<contract.ListedToken[]> {
  const creations = await readCreations(context, rows);
  const from = await findDayStart(context);
  const tokens: contract.ListedToken[] = [];
  for (const row of rows) {
    const transfersOfDay = await countOf(context, row, { kind: ACTIVITY.token, from });
    await yieldTurn();
    const { supply } = row;
    tokens.push({
      ...presentToken(context, row.address, row, supply === null ? undefined : { ...row, supply }),
      ...(transfersOfDay === undefined ? {} : { transfersOfDay }),
      ...createdOf(context, row, creations),
    });
  }
  return tokens;
}

/** Undefined unless every block of the day up to the newest is stored: the position at which that day begins. */
async function findDayStart({ db, history }: EvmContext): Promise<number | undefined> {
  const height = await findFirstHeightSince(db, SECONDS_PER_DAY);
  const isWhole = history === undefined || history.older === "none" || (height ?? 0) > history.firstHeight;
  return height === undefined || !isWhole ? undefined : positionOf(height, 0);
}

function countOf(
  { db }: EvmContext,
  { address_id }: ListedContract,
  { kind, from }: { kind: number; from: number | undefined },
): Promise<number> | undefined {
  return from === undefined ? undefined : countActivityFrom(db, { addressId: address_id, kind, from });
}

interface List {
  endpoint: string;
  pageToken?: string | undefined;
  pageSize: number;
}

const NUMBER_BITS = 32n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

/** A page's cursor is the last row's count at that time, and its number. */
async function takeByCount(
  context: EvmContext,
  standards: readonly number[],
  list: List & { sort: "holders" | "transfers"; after?: string | undefined },
) {
  const { db, pageTokens, evmChainId } = context;
  const { endpoint, sort, pageToken, pageSize } = list;
  requireWhole(context, `tokens by ${sort}`);
  const row = await contractAfter(context, list.after);
  const figures = row && (await readTokenFigures(db, row.address_id));
  if (row !== undefined && figures === undefined) throw notInList(list.after);
  const cursorOf = (count: number, id: number) => (BigInt(count) << NUMBER_BITS) | BigInt(id);
  return takeExactPage<ListedContract>({
    tokens: pageTokens,
    token: pageToken,
    canonical: { endpoint, sort, evmChainId, after: list.after?.toLowerCase() },
    start: figures && cursorOf(figures[sort], figures.token_id),
    pageSize,
    list: (cursor, limit) => {
      const after =
        cursor === undefined
          ? undefined
          : { count: Number(cursor >> NUMBER_BITS), id: Number(cursor & NUMBER_MASK) };
      return listTokensByCount(db, { standards, sort }, { after, limit });
    },
    cursorOf: (last) => cursorOf(last[sort], last.address_id),
  });
}

function takeByAge(
  { db, pageTokens, evmChainId }: EvmContext,
  standards: readonly number[] | undefined,
  list: List & { order: "asc" | "desc"; start: CreationCursor | undefined },
) {
  const { endpoint, order, pageToken, pageSize, start } = list;
  return takePage<ListedContract>({
    tokens: pageTokens,
    token: pageToken,
    canonical: { endpoint, sort: order, evmChainId, after: start?.address_id },
    start: start?.address_id,
    pageSize,
    list: async (cursor, limit) => {
      const after = cursor === undefined ? undefined : await readContract(db, cursor);
      return listContractsByAge(db, standards, { after, limit, order });
    },
    cursorOf: ({ address_id }) => address_id,
  });
}

/** The contract that a list continues after. @throws InputError NOT_FOUND */
async function contractAfter({ db }: EvmContext, after: string | undefined) {
  if (after === undefined) return undefined;
  const id = await findAddressId(db, fromHex(after.toLowerCase()));
  const row = id === undefined ? undefined : await readContract(db, id);
  if (row === undefined) throw notInList(after);
  return row;
}

function notInList(after: string | undefined): InputError {
  return new InputError("NOT_FOUND", `${after} is not in this list`, { hint: "start without after" });
}

interface Creations {
  transactions: Map<number, EvmTransactionTable>;
  blocks: Map<number, EvmBlockTable>;
  parties: Map<number, Party>;
}

async function readCreations({ db }: EvmContext, rows: readonly ListedContract[]): Promise<Creations> {
  const positions = rows.flatMap(({ created_position }) => created_position ?? []);
  const transactions = await readTransactions(db, positions);
  const blocks = await readBlocks(db, positions.map(heightOf));
  return {
    transactions: new Map(transactions.map((row) => [row.position, row])),
    blocks: new Map(blocks.map((row) => [row.height, row])),
    parties: await readParties(
      db,
      rows.flatMap(({ deployer_id, creator_id }) => [deployer_id, creator_id]),
    ),
  };
}

function createdOf(
  context: EvmContext,
  { created_position: position, deployer_id }: ListedContract,
  { transactions, blocks, parties }: Creations,
): Pick<contract.ListedToken, "created"> {
  const transaction = position === null ? undefined : transactions.get(position);
  const block = position === null ? undefined : blocks.get(heightOf(position));
  if (transaction === undefined || block === undefined) return {};
  return {
    created: {
      txHash: toHex(transaction.hash),
      blockNumber: String(block.height),
      timestamp: block.time,
      creator: presentParty(parties.get(deployer_id ?? -1) ?? ZERO_PARTY, context),
    },
  };
}

async function newestOf({ db }: EvmContext): Promise<string> {
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  return String(newest?.height ?? 0);
}

function tokenOf({ nextPageToken }: { nextPageToken: string | undefined }) {
  return nextPageToken === undefined ? {} : { nextPageToken };
}
