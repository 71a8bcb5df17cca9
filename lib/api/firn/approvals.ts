import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { allowanceCall, isApprovedForAllCall, readUint256 } from "../../avalanche/evm/calls";
import {
  type Approval,
  type listApprovals as contract,
  parseApprovalName,
} from "../../contract/firn/approvals";
import { InputError } from "../../errors";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { findAddressId, readParties } from "../../store/queries/evm/address";
import { type ApprovalKey, listApprovals as readApprovals } from "../../store/queries/evm/approval";
import { findChainEnd } from "../../store/queries/evm/figures";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { APPROVAL_FORMS, amountOf, heightOf } from "../../store/rows/columns";
import type { ApprovalTable } from "../../store/tables/evm/tokens";
import type { EvmContext, Handler } from "../handler";
import { takeExactPage } from "../page/page";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { askContract } from "../tokens/ask-contract";

export const listApprovals: Handler<typeof contract> = async ({ params, query, readEvm }) => {
  const owner = fromHex(params.address.toLowerCase());
  const { chain, page, rows, unread } = await readEvm(params.chainId, async (context) => {
    const page = await takeApprovals(context, { owner, ...query });
    return {
      chain: await readChain(context),
      page,
      rows: await present(context, page.rows),
      unread: unreadOf(context),
    };
  });
  const asked = await Promise.all(rows.map((row) => confirm(chain, owner, row)));
  return {
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    unread,
    approvals: asked.flatMap((row) => row ?? []),
  };
};

interface ListQuery {
  owner: Uint8Array;
  after?: string | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}

async function takeApprovals(context: EvmContext, { owner, after, pageToken, pageSize }: ListQuery) {
  const { db, pageTokens, evmChainId } = context;
  const ownerId = await findAddressId(db, owner);
  return takeExactPage<ApprovalTable>({
    tokens: pageTokens,
    token: pageToken,
    canonical: { endpoint: "approvals", evmChainId, owner: toHex(owner) },
    start: after === undefined ? undefined : await cursorAfter(context, after),
    pageSize,
    list: async (cursor, limit) =>
      ownerId === undefined
        ? []
        : readApprovals(db, ownerId, { after: cursor === undefined ? undefined : keyOf(cursor), limit }),
    cursorOf,
  });
}

/** Numbers of addresses, and the form between them, as one number of 63 bits. */
const NUMBER_BITS = 31n;
const NUMBER_MASK = (1n << NUMBER_BITS) - 1n;

function cursorOf({ token_id, form, spender_id }: ApprovalKey): bigint {
  return (((BigInt(token_id) << 1n) | BigInt(form)) << NUMBER_BITS) | BigInt(spender_id);
}

function keyOf(cursor: bigint): ApprovalKey {
  const rest = cursor >> NUMBER_BITS;
  return { token_id: Number(rest >> 1n), form: Number(rest & 1n), spender_id: Number(cursor & NUMBER_MASK) };
}

/** @throws InputError BAD_PARAMETER when nothing indexed names the addresses */
async function cursorAfter({ db }: EvmContext, after: string): Promise<bigint> {
  const { token, spender, form } = parseApprovalName(after);
  const [token_id, spender_id] = await Promise.all(
    [token, spender].map((address) => findAddressId(db, fromHex(address.toLowerCase()))),
  );
  if (token_id !== undefined && spender_id !== undefined)
    return cursorOf({ token_id, form: APPROVAL_FORMS.indexOf(form), spender_id });
  throw new InputError("BAD_PARAMETER", `after must be a known approval, not ${after}`);
}

async function readChain({ db, nodes, facts }: EvmContext) {
  return { nodes, facts, indexed: (await findChainEnd(db))?.height ?? 0 };
}

/** An approval as the store has it, and the addresses to ask about. */
interface Stored {
  token: Uint8Array;
  spender: Uint8Array;
  approval: Omit<Approval, "left" | "isConfirmed">;
}

async function present(context: EvmContext, rows: readonly ApprovalTable[]): Promise<Stored[]> {
  const { db } = context;
  const positions = rows.map(({ position }) => position);
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const blocks = new Map((await readBlocks(db, positions.map(heightOf))).map((row) => [row.height, row]));
  const parties = await readParties(
    db,
    rows.flatMap(({ token_id, spender_id }) => [token_id, spender_id]),
  );
  return rows.map(({ token_id, spender_id, form, value, position }) => {
    const token = parties.get(token_id) ?? ZERO_PARTY;
    const spender = parties.get(spender_id) ?? ZERO_PARTY;
    const kind = APPROVAL_FORMS[form] ?? "amount";
    return {
      token: token.address,
      spender: spender.address,
      approval: {
        form: kind,
        token: presentParty(token, context),
        spender: presentParty(spender, context),
        ...(kind === "amount" && { approved: String(amountOf(value)) }),
        txHash: toHex(transactions.get(position)?.hash ?? new Uint8Array()),
        blockNumber: String(heightOf(position)),
        blockTimestamp: blocks.get(heightOf(position))?.time ?? 0,
      },
    };
  });
}

/** The approval with what the contract says of it; undefined if it says that nothing is left. */
async function confirm(
  { indexed, ...chain }: Awaited<ReturnType<typeof readChain>>,
  owner: Uint8Array,
  { token, spender, approval }: Stored,
): Promise<Approval | undefined> {
  const isAmount = approval.form === "amount";
  const data = (isAmount ? allowanceCall : isApprovedForAllCall)(owner, spender);
  const left = await askContract(
    chain,
    { contract: token, data, indexed },
    (answer) => readUint256(answer) ?? 0n,
  );
  if (left === 0n) return undefined;
  return {
    ...approval,
    ...(isAmount && left !== undefined && { left: String(left) }),
    isConfirmed: left !== undefined,
  };
}

function unreadOf({ facts }: EvmContext): string[] {
  const range = unreadBlocks(facts, "unreadApprovals");
  return range === undefined ? [] : [`${range.from} to ${range.to} are still being read`];
}
