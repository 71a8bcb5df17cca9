import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { tokenIdParameter } from "../data/nfts";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";

/** What a spender may move of an owner's tokens. */
const terms = z.object({
  /**
   * `amount`: so much of an ERC-20. `all`: every token of the contract that the owner has, now or later. `one`: a single
   * ERC-721 token, until it moves.
   */
  form: z.enum(["amount", "all", "one"]),
  /** Of `one`, decimal. */
  tokenId: z.string().optional(),
  token: richAddress,
  /** Given by the newest event, base units; only of `amount`. */
  approved: z.string().optional(),
  /** What the contract says is left of it, base units; only of `amount`, and if the node answered. */
  left: z.string().optional(),
  /** What the owner has of the token now, base units; only of `amount`, likewise. The less of both can be taken. */
  balance: z.string().optional(),
  /** Whether the contract said that it stands. If not, the node did not answer: some of it may have been spent. */
  isConfirmed: z.boolean(),
  /** The transaction with the newest event. */
  txHash: z.string(),
  blockNumber: z.string(),
  /** Unix seconds. */
  blockTimestamp: z.int(),
});
export const approval = terms.extend({ spender: richAddress }).meta({ id: "FirnApproval" });
export const gotApproval = terms.extend({ owner: richAddress }).meta({ id: "FirnGotApproval" });
export type Approval = z.infer<typeof approval>;

export type GotApproval = z.infer<typeof gotApproval>;

/** What both lists take. */
const query = z.object({
  after: textParameter(
    parseApprovalName,
    "an approval, <token>-<the other address>-<form>, or <token>-<token id>-one (returns the approvals after it)",
  ).optional(),
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
});

function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    nextPageToken: z.string().optional(),
    /** Blocks that an older Firn stored and whose approvals are not read yet, in words; empty if there are none. */
    unread: z.array(z.string()),
    approvals: z.array(item),
  });
}

export const listApprovals = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/addresses/{address}/approvals",
  operationId: "firnApprovals",
  tag: "Firn",
  summary: "List what others may move of an account's tokens",
  description:
    "By contract and spender, then those of single ERC-721 tokens, the newest first. `Approval` and `ApprovalForAll` events say what was approved, and the contract is asked through the node what is left of it: approvals that were spent are left out. If the node does not answer, all that were not taken back are listed, with `isConfirmed` false. An approval of a single token ends when the token moves. Approvals that a contract grants without an event are not listed.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query,
  response: pageOf(approval).meta({ id: "ListFirnApprovalsResponse" }),
});

export const listGotApprovals = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/spenders/{address}/approvals",
  operationId: "firnGotApprovals",
  tag: "Firn",
  summary: "List what a spender may move of others' tokens",
  description:
    "By contract and owner, then those of single ERC-721 tokens, the newest first: otherwise as the list of an owner's approvals.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query,
  response: pageOf(gotApproval).meta({ id: "ListFirnGotApprovalsResponse" }),
});

/** An approval by its name. */
export type ApprovalName =
  | { token: string; other: string; form: "amount" | "all" }
  | { token: string; tokenId: string; form: "one" };

/** Parses `<token>-<the other address>-<form>` or `<token>-<token id>-one`. @throws RangeError, ZodError */
export function parseApprovalName(text: string): ApprovalName {
  const [token = "", which = "", form = "", ...more] = text.split("-");
  if (more.length > 0) throw new RangeError(text);
  const contract = evmAddressParameter.parse(token);
  if (form === "one") return { token: contract, tokenId: tokenIdParameter.parse(which), form };
  if (form === "amount" || form === "all")
    return { token: contract, other: evmAddressParameter.parse(which), form };
  throw new RangeError(text);
}
