import { fromHex } from "../../avalanche/codec/bytes";
import { formatEvmAddress } from "../../avalanche/evm-address";
import { InputError } from "../../errors";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { listBlocks } from "../../store/queries/evm/block";
import { listErc20Holdings, listNftHoldings, type NftHolding, readNft } from "../../store/queries/evm/token";
import { amountOf, NO_TOKEN_NUMBER, TOKEN_STANDARDS } from "../../store/rows/columns";
import type { NftTable } from "../../store/tables/evm/nfts";
import type { EvmContext } from "../handler";
import { takePage } from "../page/page";
import { ROWS_PER_STEP, type Step } from "../snapshot/steps";
import { type PastHoldings, PRESENT, replayHoldings } from "./balances-at";
import { fitNfts, loadNftTexts } from "./nft-texts";

const ERC20 = TOKEN_STANDARDS.indexOf("ERC-20");

/** Which token balances of an address. */
export interface HoldingsQuery {
  address: string;
  contractAddress?: string | undefined;
  /** At a past block; now by default. */
  blockNumber?: number | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** @throws InputError NOT_FOUND for a block after the newest one */
export async function refuseLater({ db, evmChainId }: EvmContext, height: number | undefined): Promise<void> {
  if (height === undefined) return;
  const [newest] = await listBlocks(db, { below: undefined, limit: 1 });
  if (newest !== undefined && height <= newest.height) return;
  throw new InputError("NOT_FOUND", `no block ${height} is indexed on chain ${evmChainId}`);
}

/** Balances computed from transfers; undefined where transfers do not give them. */
export interface HeldErc20 {
  tokenId: number;
  balance: bigint | undefined;
}

/** A page of an address's ERC-20 balances. */
export async function takeErc20Holdings(
  context: EvmContext,
  query: HoldingsQuery & { contractAddresses?: string | undefined },
  step: Step | undefined,
) {
  const { db } = context;
  const { address, blockNumber } = query;
  await refuseLater(context, blockNumber);
  const holderId = await findAddressId(db, fromHex(address.toLowerCase()));
  const contracts = query.contractAddresses?.split(",").map(readAddress);
  const tokenIds = contracts && (await idsOf(context, contracts));
  const past = await pastOf(context, { holderId, form: "erc20", blockNumber }, step);
  const held = async (holderId: number, after: number | undefined, limit: number): Promise<HeldErc20[]> => {
    const rows = await listErc20Holdings(db, holderId, {
      standard: ERC20,
      tokenIds,
      after,
      limit: ROWS_PER_STEP,
    });
    const found = rows.flatMap(({ tokenId, balance, asksNode }): HeldErc20[] => {
      if (asksNode) return [{ tokenId, balance: undefined }];
      const had = amountOf(balance) + past.differenceOf(tokenId, NO_TOKEN_NUMBER);
      return had > 0n ? [{ tokenId, balance: had }] : [];
    });
    if (found.length >= limit || rows.length < ROWS_PER_STEP) return found.slice(0, limit);
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
    start: undefined,
    pageSize: query.pageSize,
    list: async (after, limit) => (holderId === undefined ? [] : held(holderId, after, limit)),
    cursorOf: ({ tokenId }) => tokenId,
  });
}

/** Changes of an address's balances since a block. */
async function pastOf(
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
  step: Step | undefined,
): Promise<PastHoldings> {
  if (holderId === undefined || blockNumber === undefined || step === undefined) return PRESENT;
  return replayHoldings(context, { holderId, form, height: blockNumber }, step);
}

/** A page of an address's NFTs, with their contracts. */
export async function takeNftHoldings(
  context: EvmContext,
  forms: readonly number[],
  query: HoldingsQuery & { step?: Step | undefined },
) {
  const { db } = context;
  const { blockNumber, step } = query;
  await refuseLater(context, blockNumber);
  const owner = fromHex(query.address.toLowerCase());
  const holderId = await findAddressId(db, owner);
  const only = query.contractAddress === undefined ? undefined : [readAddress(query.contractAddress)];
  const tokenId = only && ((await idsOf(context, only))[0] ?? NONE);
  const past = await pastOf(context, { holderId, form: "erc1155", blockNumber }, step);
  const held = async (holderId: number, after: NftTable | undefined, limit: number): Promise<HeldNft[]> => {
    const rows = await listNftHoldings(db, holderId, { forms, tokenId, after, limit: ROWS_PER_STEP });
    const found = rows.flatMap((row): HeldNft[] => {
      const had = amountOf(row.balance) + past.differenceOf(row.token_id, row.token_number);
      return had > 0n ? [{ ...row, balance: had }] : [];
    });
    if (found.length >= limit || rows.length < ROWS_PER_STEP) return found.slice(0, limit);
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
    start: undefined,
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

/** An NFT with its balance. */
export type HeldNft = Omit<NftHolding, "balance"> & { balance: bigint };

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
