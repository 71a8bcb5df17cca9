import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import {
  allowanceCall,
  getApprovedCall,
  isApprovedForAllCall,
  readAddress,
  readUint256,
} from "../../avalanche/evm/calls";
import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import type { Approval, listApprovals as contract } from "../../contract/firn/approvals";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { readParties } from "../../store/queries/evm/address";
import { findChainEnd } from "../../store/queries/evm/figures";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { APPROVAL_FORMS, amountOf, heightOf } from "../../store/rows/columns";
import type { EvmContext, Handler } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { type ApprovalRow, isOfNft, takeApprovals } from "../tokens/approvals-page";
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

async function readChain({ db, nodes, facts }: EvmContext) {
  return { nodes, facts, indexed: (await findChainEnd(db))?.height ?? 0 };
}

/** An approval as the store has it, and what to ask about. */
interface Stored {
  token: Uint8Array;
  spender: Uint8Array;
  approval: Omit<Approval, "left" | "isConfirmed">;
}

async function present(context: EvmContext, rows: readonly ApprovalRow[]): Promise<Stored[]> {
  const { db } = context;
  const positions = rows.map(({ position }) => position);
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const blocks = new Map((await readBlocks(db, positions.map(heightOf))).map((row) => [row.height, row]));
  const parties = await readParties(
    db,
    rows.flatMap(({ token_id, spender_id }) => [token_id, spender_id]),
  );
  return rows.map((row) => {
    const { position } = row;
    const token = parties.get(row.token_id) ?? ZERO_PARTY;
    const spender = parties.get(row.spender_id) ?? ZERO_PARTY;
    return {
      token: token.address,
      spender: spender.address,
      approval: {
        ...termsOf(row),
        token: presentParty(token, context),
        spender: presentParty(spender, context),
        txHash: toHex(transactions.get(position)?.hash ?? new Uint8Array()),
        blockNumber: String(heightOf(position)),
        blockTimestamp: blocks.get(heightOf(position))?.time ?? 0,
      },
    };
  });
}

function termsOf(row: ApprovalRow): Pick<Approval, "form" | "approved" | "tokenId"> {
  if (isOfNft(row)) return { form: "one", tokenId: String(amountOf(row.token_number)) };
  const form = APPROVAL_FORMS[row.form] ?? "amount";
  return form === "amount" ? { form, approved: String(amountOf(row.value)) } : { form };
}

/** The approval with what the contract says of it; undefined if it says that nothing is left. */
async function confirm(
  chain: Awaited<ReturnType<typeof readChain>>,
  owner: Uint8Array,
  { token, spender, approval }: Stored,
): Promise<Approval | undefined> {
  const ask = <T>(data: Uint8Array, read: (answer: Uint8Array | undefined) => T) =>
    askContract(chain, { contract: token, data, indexed: chain.indexed }, read);
  if (approval.form === "one") {
    const stands = await ask(getApprovedCall(BigInt(approval.tokenId ?? "0")), (answer) =>
      equalBytes(readAddress(answer) ?? ZERO_ADDRESS, spender),
    );
    return stands === false ? undefined : { ...approval, isConfirmed: stands === true };
  }
  const isAmount = approval.form === "amount";
  const call = isAmount ? allowanceCall : isApprovedForAllCall;
  const left = await ask(call(owner, spender), (answer) => readUint256(answer) ?? 0n);
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
