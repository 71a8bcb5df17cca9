import { equalBytes, fromHex, toHex } from "../../avalanche/codec/bytes";
import {
  allowanceCall,
  balanceOfCall,
  getApprovedCall,
  isApprovedForAllCall,
  readAddress,
  readUint256,
} from "../../avalanche/evm/calls";
import { ZERO_ADDRESS } from "../../avalanche/evm-address";
import type * as contract from "../../contract/firn/approvals";
import type { Approval, GotApproval, PassedRight } from "../../contract/firn/approvals";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { readParties } from "../../store/queries/evm/address";
import { readBlocks, readTransactions } from "../../store/queries/evm/transaction";
import { APPROVAL_FORMS, amountOf, heightOf } from "../../store/rows/columns";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { presentParty, ZERO_PARTY } from "../present/evm/party";
import { type ApprovalRow, isOfNft, takeApprovals } from "../tokens/approvals-page";
import { type AskedChain, askContract, readAskedChain } from "../tokens/ask-contract";
import { confirmRight, type FoundRight, findRights, presentRights } from "../tokens/passed-rights";

export const listApprovals: Handler<typeof contract.listApprovals> = async (request) => {
  const { confirmed, ...page } = await take("owner", request);
  return { ...page, approvals: confirmed.map(({ owner: _, ...approval }) => approval) };
};

export const listGotApprovals: Handler<typeof contract.listGotApprovals> = async (request) => {
  const { confirmed, ...page } = await take("spender", request);
  return { ...page, approvals: confirmed.map(({ spender: _, ...approval }) => approval) };
};

type Request = Pick<HandlerRequest<typeof contract.listApprovals>, "params" | "query" | "readEvm">;

async function take(side: "owner" | "spender", { params, query, readEvm }: Request) {
  const address = fromHex(params.address.toLowerCase());
  const { chain, page, rows, unread } = await readEvm(params.chainId, async (context) => {
    const page = await takeApprovals(context, { side, address, ...query });
    return {
      chain: await readAskedChain(context),
      page,
      rows: await present(context, page.rows),
      unread: unreadOf(context),
    };
  });
  const asked = await Promise.all(rows.map((row) => confirm(chain, row)));
  return {
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    unread,
    confirmed: asked.flatMap((row) => row ?? []),
  };
}

/** An approval with both of its sides. */
type BothSides = Approval & GotApproval;

/** An approval as the store has it, and what to ask about. */
interface Stored {
  token: Uint8Array;
  owner: Uint8Array;
  spender: Uint8Array;
  approval: Omit<BothSides, "left" | "balance" | "isConfirmed" | "passedOn">;
  passedOn: PassedOn[];
}

/** A right that a spender passes on, as the store has it, and what to ask about. */
interface PassedOn {
  right: FoundRight;
  shown: Omit<PassedRight, "left" | "expiresAt" | "isConfirmed">;
}

async function present(context: EvmContext, rows: readonly ApprovalRow[]): Promise<Stored[]> {
  const { db } = context;
  const positions = rows.map(({ position }) => position);
  const transactions = new Map((await readTransactions(db, positions)).map((row) => [row.position, row]));
  const blocks = new Map((await readBlocks(db, positions.map(heightOf))).map((row) => [row.height, row]));
  const parties = await readParties(
    db,
    rows.flatMap(({ token_id, owner_id, spender_id }) => [token_id, owner_id, spender_id]),
  );
  const sides = rows.map((row) => {
    const { position } = row;
    const token = parties.get(row.token_id) ?? ZERO_PARTY;
    const owner = parties.get(row.owner_id) ?? ZERO_PARTY;
    const spender = parties.get(row.spender_id) ?? ZERO_PARTY;
    return {
      token: token.address,
      owner: owner.address,
      spender: spender.address,
      approval: {
        ...termsOf(row),
        token: presentParty(token, context),
        owner: presentParty(owner, context),
        spender: presentParty(spender, context),
        txHash: toHex(transactions.get(position)?.hash ?? new Uint8Array()),
        blockNumber: String(heightOf(position)),
        blockTimestamp: blocks.get(heightOf(position))?.time ?? 0,
      },
    };
  });
  const stored: Stored[] = [];
  for (const each of sides) stored.push({ ...each, passedOn: await presentPassedOn(context, each) });
  return stored;
}

/** Rights that a spender of an amount passes on. */
async function presentPassedOn(
  context: EvmContext,
  { approval, owner, token, spender }: Omit<Stored, "passedOn">,
): Promise<PassedOn[]> {
  if (approval.form !== "amount") return [];
  const rights = await findRights(context, { through: spender, owner, token });
  return (await presentRights(context, rights)).map(({ right, terms, partyOf }) => ({
    right,
    shown: { ...terms, spender: partyOf(right.spender) },
  }));
}

function termsOf(row: ApprovalRow): Pick<BothSides, "form" | "approved" | "tokenId"> {
  if (isOfNft(row)) return { form: "one", tokenId: String(amountOf(row.token_number)) };
  const form = APPROVAL_FORMS[row.form] ?? "amount";
  return form === "amount" ? { form, approved: String(amountOf(row.value)) } : { form };
}

/** The approval with what the contract says of it; undefined if it says that nothing is left. */
async function confirm(
  chain: AskedChain,
  { token, owner, spender, approval, passedOn }: Stored,
): Promise<BothSides | undefined> {
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
  const balance = isAmount ? await ask(balanceOfCall(owner), readUint256) : undefined;
  const rights = await Promise.all(
    passedOn.map(async ({ right, shown }) => {
      const said = await confirmRight(chain, right);
      return said && { ...shown, ...said };
    }),
  );
  const standing = rights.flatMap((right) => right ?? []);
  return {
    ...approval,
    ...(isAmount && left !== undefined && { left: String(left) }),
    ...(balance !== undefined && { balance: String(balance) }),
    isConfirmed: left !== undefined,
    ...(standing.length > 0 && { passedOn: standing }),
  };
}

function unreadOf({ facts }: EvmContext): string[] {
  const range = unreadBlocks(facts, "unreadApprovals");
  return range === undefined ? [] : [`${range.from} to ${range.to} are still being read`];
}
