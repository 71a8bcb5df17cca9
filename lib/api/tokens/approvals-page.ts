import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import { parseApprovalName } from "../../contract/firn/approvals";
import { InputError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import {
  type ApprovalKey,
  type ApprovalSide,
  findNftApproval,
  hasMovedSince,
  listApprovals,
  listNftApprovals,
  type NftApprovalCursor,
  SIDES,
} from "../../store/queries/evm/approval";
import { APPROVAL_FORMS, amountColumn, EVENTS_PER_BLOCK, heightOf } from "../../store/rows/columns";
import type { ApprovalTable, NftApprovalTable } from "../../store/tables/evm/tokens";
import type { EvmContext } from "../handler";
import { takeExactPage } from "../page/page";

/** A row of the list: of an amount or of all tokens, or of a single token, which has a number instead of a form. */
export type ApprovalRow = ApprovalTable | NftApprovalTable;

export function isOfNft(row: ApprovalRow): row is NftApprovalTable {
  return "token_number" in row;
}

interface ListQuery {
  side: ApprovalSide["side"];
  /** Of the owner, or of the spender. */
  address: Uint8Array;
  after?: string | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

/** A page of what events let others move: by contract and spender, then single tokens, the newest first. */
export async function takeApprovals(
  context: EvmContext,
  { side, address, after, pageToken, pageSize }: ListQuery,
): Promise<{ rows: ApprovalRow[]; nextPageToken: string | undefined }> {
  const { db, pageTokens, evmChainId } = context;
  const id = await findAddressId(db, address);
  const zeroAddressId = await findAddressId(db, ZERO_ADDRESS);
  const page = await takeExactPage<ApprovalRow>({
    tokens: pageTokens,
    token: pageToken,
    canonical: { endpoint: "approvals", evmChainId, [side]: toHex(address) },
    start: after === undefined ? undefined : await cursorAfter(context, after),
    pageSize,
    list: async (cursor, limit) => {
      if (id === undefined) return [];
      const isNfts = cursor !== undefined && cursor < 0n;
      const of = isNfts
        ? []
        : await listApprovals(
            db,
            { side, id },
            { after: cursor === undefined ? undefined : keyOf(cursor), limit },
          );
      if (of.length === limit) return of;
      const list = { after: isNfts ? placeOf(cursor) : undefined, limit: limit - of.length };
      return [...of, ...(await listNftApprovals(db, { side, id, zeroAddressId }, list))];
    },
    cursorOf: (row) =>
      isOfNft(row) ? nftCursorOf(row) : cursorOf({ ...row, other: row[SIDES[side].other] }),
  });
  const rows: ApprovalRow[] = [];
  for (const row of page.rows) if (!isOfNft(row) || !(await hasMovedSince(db, row))) rows.push(row);
  return { ...page, rows };
}

/** Numbers of addresses, and the form between them, as one number of 63 bits. */
const NUMBER_BITS = 31n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

function cursorOf({ token_id, form, other }: ApprovalKey): bigint {
  return (((BigInt(token_id) << 1n) | BigInt(form)) << NUMBER_BITS) | BigInt(other);
}

function keyOf(cursor: bigint): ApprovalKey {
  const rest = cursor >> NUMBER_BITS;
  return { token_id: Number(rest >> 1n), form: Number(rest & 1n), other: Number(cursor & NUMBER_MASK) };
}

/** Of a single token: its event in the chain, below zero. */
const EVENTS = BigInt(EVENTS_PER_BLOCK);

function nftCursorOf({ position, log_index }: NftApprovalTable): bigint {
  return -1n - (BigInt(heightOf(position)) * EVENTS + BigInt(log_index));
}

function placeOf(cursor: bigint): NftApprovalCursor {
  const place = -1n - cursor;
  return { height: Number(place / EVENTS), log_index: Number(place % EVENTS) };
}

/** @throws InputError BAD_PARAMETER when nothing indexed is called so */
async function cursorAfter({ db }: EvmContext, after: string): Promise<bigint> {
  const name = parseApprovalName(after);
  const idOf = (address: string) => findAddressId(db, fromHex(address.toLowerCase()));
  const token_id = await idOf(name.token);
  if (name.form === "one") {
    const number = amountColumn(BigInt(name.tokenId));
    const row = token_id === undefined ? undefined : await findNftApproval(db, token_id, number);
    if (row !== undefined) return nftCursorOf(row);
  } else {
    const other = await idOf(name.other);
    if (token_id !== undefined && other !== undefined)
      return cursorOf({ token_id, form: APPROVAL_FORMS.indexOf(name.form), other });
  }
  throw new InputError("BAD_PARAMETER", `after must be a known approval, not ${after}`);
}
