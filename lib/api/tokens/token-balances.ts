import { fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { parseNftName } from "../../contract/data/evm-balances";
import { InputError } from "../../errors";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { listErc20Holdings, listNftHoldings, type NftHolding, readNft } from "../../store/queries/evm/token";
import { amountOf, NO_TOKEN_NUMBER, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import { partialHistory } from "../evm/history";
import type { EvmContext } from "../handler";
import { takePage } from "../page/page";
import { ROWS_PER_TURN, type YieldTurn } from "../snapshot/yield-turn";
import { type BalanceDifferences, NO_DIFFERENCES, readDifferences } from "./balances-at";
import { fitNfts, loadNftTexts } from "./nft-texts";
import { requireNft } from "./nfts";

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

/** Which token balances of an address. */
export interface TokenBalancesQuery {
  address: string;
  contractAddress?: string | undefined;
  /** At a past block; now by default. */
  blockNumber?: number | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** @throws InputError NOT_FOUND for a block after the newest one */
export async function requireIndexed(
  { db, evmChainId }: EvmContext,
  height: number | undefined,
): Promise<void> {
  if (height === undefined) return;
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  if (newest !== undefined && height <= newest.height) return;
  throw new InputError("NOT_FOUND", `no block ${height} is indexed on chain ${evmChainId}`);
}

/** Balances computed from transfers; undefined where transfers, or those that are known, do not give them. */
export interface Erc20Balance {
  tokenId: number;
  balance: bigint | undefined;
}

/** A page of an address's ERC-20 balances. */
export async function takeErc20Balances(
  context: EvmContext,
  query: TokenBalancesQuery & { contractAddresses?: string | undefined; after?: string | undefined },
  yieldTurn: YieldTurn | undefined,
) {
  const { db } = context;
  const { address, blockNumber } = query;
  const isPartial = partialHistory(context) !== undefined;
  await requireIndexed(context, blockNumber);
  const holderId = await findAddressId(db, fromHex(address.toLowerCase()));
  const contracts = query.contractAddresses?.split(",").map(readAddress);
  const tokenIds = contracts && (await idsOf(context, contracts));
  const past = await differencesSince(context, { holderId, form: "erc20", blockNumber }, yieldTurn);
  const held = async (
    holderId: number,
    after: number | undefined,
    limit: number,
  ): Promise<Erc20Balance[]> => {
    const rows = await listErc20Holdings(db, holderId, {
      standard: ERC20,
      tokenIds,
      after,
      limit: ROWS_PER_TURN,
    });
    const found = rows.flatMap(({ tokenId, balance, asksNode }): Erc20Balance[] => {
      if (asksNode || isPartial) return [{ tokenId, balance: undefined }];
      const had = amountOf(balance) + past.differenceOf(tokenId, NO_TOKEN_NUMBER);
      return had > 0n ? [{ tokenId, balance: had }] : [];
    });
    if (found.length >= limit || rows.length < ROWS_PER_TURN) return found.slice(0, limit);
    return [...found, ...(await held(holderId, rows.at(-1)?.tokenId, limit - found.length))];
  };
  return takePage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: {
      ...canonicalOf(context, "erc20 balances", address),
      contracts: query.contractAddresses,
      blockNumber,
    },
    start: await startAfter(context, query.after),
    pageSize: query.pageSize,
    list: async (after, limit) => (holderId === undefined ? [] : held(holderId, after, limit)),
    cursorOf: ({ tokenId }) => tokenId,
  });
}

/** Changes of an address's balances since a block. None where balances are asked of the node. */
async function differencesSince(
  context: EvmContext,
  {
    holderId,
    form,
    blockNumber,
  }: {
    holderId: number | undefined;
    form: "erc20" | "erc1155";
    blockNumber: number | undefined;
  },
  yieldTurn: YieldTurn | undefined,
): Promise<BalanceDifferences> {
  if (holderId === undefined || blockNumber === undefined || yieldTurn === undefined) return NO_DIFFERENCES;
  if (partialHistory(context)) return NO_DIFFERENCES;
  return readDifferences(context, { holderId, form, height: blockNumber }, yieldTurn);
}

/** A page of an address's NFTs, with their contracts. */
export async function takeNftBalances(
  context: EvmContext,
  forms: readonly number[],
  query: TokenBalancesQuery & { yieldTurn?: YieldTurn | undefined; after?: string | undefined },
) {
  const { db } = context;
  const { blockNumber, yieldTurn } = query;
  const isPartial = partialHistory(context) !== undefined;
  await requireIndexed(context, blockNumber);
  const owner = fromHex(query.address.toLowerCase());
  const holderId = await findAddressId(db, owner);
  const only = query.contractAddress === undefined ? undefined : [readAddress(query.contractAddress)];
  const tokenId = only && ((await idsOf(context, only))[0] ?? NONE);
  const past = await differencesSince(context, { holderId, form: "erc1155", blockNumber }, yieldTurn);
  const held = async (
    holderId: number,
    after: NftTable | undefined,
    limit: number,
  ): Promise<NftBalance[]> => {
    const rows = await listNftHoldings(db, holderId, { forms, tokenId, after, limit: ROWS_PER_TURN });
    const found = rows.flatMap((row): NftBalance[] => {
      if (isPartial) return [{ ...row, balance: undefined }];
      const had = amountOf(row.balance) + past.differenceOf(row.token_id, row.token_number);
      return had > 0n ? [{ ...row, balance: had }] : [];
    });
    if (found.length >= limit || rows.length < ROWS_PER_TURN) return found.slice(0, limit);
    return [...found, ...(await held(holderId, rows.at(-1), limit - found.length))];
  };
  const page = await takePage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: {
      ...canonicalOf(context, `holdings ${forms.join()}`, query.address),
      contract: query.contractAddress?.toLowerCase(),
      blockNumber,
    },
    start: query.after === undefined ? undefined : (await requireNft(context, parseNftName(query.after))).id,
    pageSize: query.pageSize,
    list: async (cursor, limit) => {
      const after = cursor === undefined ? undefined : await readNft(db, cursor);
      return holderId === undefined ? [] : held(holderId, after, limit);
    },
    cursorOf: ({ id }) => id,
    fit: (rows) => fitNfts(db, rows),
  });
  const parties = await readParties(
    db,
    page.rows.map(({ token_id }) => token_id),
  );
  const texts = await loadNftTexts(
    db,
    page.rows.map(({ id }) => id),
  );
  return { ...page, owner: formatEvmAddress(owner), parties, texts };
}

/** An NFT with its balance; undefined where the known transfers do not give it. */
export type NftBalance = Omit<NftHolding, "balance"> & { balance: bigint | undefined };

/** Where a list of tokens starts: after a contract. @throws InputError BAD_PARAMETER when no transfer names it */
async function startAfter({ db }: EvmContext, contract: string | undefined): Promise<number | undefined> {
  if (contract === undefined) return undefined;
  const id = await findAddressId(db, fromHex(contract.toLowerCase()));
  if (id !== undefined) return id;
  throw new InputError("BAD_PARAMETER", `after must be a contract of an indexed transfer, not ${contract}`);
}

/** An id that no contract has. */
const NONE = -1;

async function idsOf({ db }: EvmContext, addresses: readonly Uint8Array[]): Promise<number[]> {
  const ids = await Promise.all(addresses.map((address) => findAddressId(db, address)));
  return ids.filter((id) => id !== undefined);
}

/** @throws InputError BAD_PARAMETER */
function readAddress(text: string): Uint8Array {
  const trimmed = text.trim().toLowerCase();
  if (/^0x[0-9a-f]{40}$/.test(trimmed)) return fromHex(trimmed);
  throw new InputError(
    "BAD_PARAMETER",
    `contractAddresses must be 0x and 40 hex digits, not ${JSON.stringify(text.slice(0, 80))}`,
  );
}

function canonicalOf({ evmChainId, dialect }: EvmContext, endpoint: string, address: string) {
  return { endpoint, evmChainId, address: address.toLowerCase(), dialect: dialect.name };
}
