import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { tokenIdParameter } from "../data/nfts";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";

/** What one spender may have moved by another, which passes its right on. */
const passedTerms = z.object({
  /** Given by the newest event, base units. */
  approved: z.string(),
  /** What the contract says is left of it, base units; if the node answered. */
  left: z.string().optional(),
  /** The last second in which it counts, unix; likewise. */
  expiresAt: z.int().optional(),
  /** Whether the contract said that it stands. If not, the node did not answer: it may have been spent, ended or locked. */
  isConfirmed: z.boolean(),
  /** The transaction with the newest event. */
  txHash: z.string(),
  blockNumber: z.string(),
  /** Unix seconds. */
  blockTimestamp: z.int(),
});
const passedRight = passedTerms.extend({ spender: richAddress }).meta({ id: "FirnPassedRight" });
export type PassedRight = z.infer<typeof passedRight>;

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
  /**
   * Whom the spender passes it on to, the newest first, at most 100; only of `amount`, where the spender is a contract that does
   * as Permit2. The least of `left`, `balance` and what is left to them can be taken.
   */
  passedOn: z.array(passedRight).optional(),
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
    "By contract and spender, then those of single ERC-721 tokens, the newest first. `Approval` and `ApprovalForAll` events say what was approved, and the contract is asked through the node what is left of it: approvals that were spent are left out. Where a spender is a contract such as Permit2, `passedOn` says whom it passes the right on to, as far as event logs are stored. If the node does not answer, all that were not taken back are listed, with `isConfirmed` false. An approval of a single token ends when the token moves. Approvals that a contract grants without an event are not listed.",
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

const rightThrough = passedTerms
  .extend({
    /** The contract that passes it on. */
    through: richAddress,
    owner: richAddress,
    token: richAddress,
    /** What the token's contract says that `through` may move, base units; if the node answered. */
    leftToThrough: z.string().optional(),
    /** What the owner has of the token now, base units; likewise. The least of all three can be taken. */
    balance: z.string().optional(),
  })
  .meta({ id: "FirnRightThroughContract" });
export type RightThroughContract = z.infer<typeof rightThrough>;

export const listRightsThrough = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/spenders/{address}/rights",
  operationId: "firnRightsThrough",
  tag: "Firn",
  summary: "List what a spender may have moved by contracts such as Permit2",
  description:
    "The newest first, as `Approval` and `Permit` events of contracts with the interface of Permit2 say. The contract is asked through the node what is left: rights that were spent, have ended or were locked are left out, and so are those of contracts that may not move the token themselves. A page may have fewer rights than it was asked for, or none; only a missing nextPageToken means the end.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query: z.object({
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Blocks whose event logs are not stored, in words; empty if there are none. */
      unread: z.array(z.string()),
      rights: z.array(rightThrough),
    })
    .meta({ id: "ListFirnRightsThroughResponse" }),
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
