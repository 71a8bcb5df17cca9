import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { tokenIdParameter } from "../data/nfts";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";

/** What a spender may move of an owner's tokens. */
export const approval = z
  .object({
    /**
     * `amount`: so much of an ERC-20. `all`: every token of the contract that the owner has, now or later. `one`: a single
     * ERC-721 token, until it moves.
     */
    form: z.enum(["amount", "all", "one"]),
    /** Of `one`, decimal. */
    tokenId: z.string().optional(),
    token: richAddress,
    spender: richAddress,
    /** Given by the newest event, base units; only of `amount`. */
    approved: z.string().optional(),
    /** What the contract says is left of it, base units; only of `amount`, and if the node answered. */
    left: z.string().optional(),
    /** Whether the contract said that it stands. If not, the node did not answer: some of it may have been spent. */
    isConfirmed: z.boolean(),
    /** The transaction with the newest event. */
    txHash: z.string(),
    blockNumber: z.string(),
    /** Unix seconds. */
    blockTimestamp: z.int(),
  })
  .meta({ id: "FirnApproval" });
export type Approval = z.infer<typeof approval>;

export const listApprovals = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/addresses/{address}/approvals",
  operationId: "firnApprovals",
  tag: "Firn",
  summary: "List what others may move of an account's tokens",
  description:
    "By contract and spender, then those of single ERC-721 tokens, the newest first. `Approval` and `ApprovalForAll` events say what was approved, and the contract is asked through the node what is left of it: approvals that were spent are left out. If the node does not answer, all that were not taken back are listed, with `isConfirmed` false. An approval of a single token ends when the token moves. Approvals that a contract grants without an event are not listed.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query: z.object({
    after: textParameter(
      parseApprovalName,
      "an approval, <token>-<spender>-<form>, or <token>-<token id>-one (returns the approvals after it)",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Blocks that an older Firn stored and whose approvals are not read yet, in words; empty if there are none. */
      unread: z.array(z.string()),
      approvals: z.array(approval),
    })
    .meta({ id: "ListFirnApprovalsResponse" }),
});

/** An approval by its name. */
export type ApprovalName =
  | { token: string; spender: string; form: "amount" | "all" }
  | { token: string; tokenId: string; form: "one" };

/** Parses `<token>-<spender>-<form>` or `<token>-<token id>-one`. @throws RangeError, ZodError */
export function parseApprovalName(text: string): ApprovalName {
  const [token = "", which = "", form = "", ...more] = text.split("-");
  if (more.length > 0) throw new RangeError(text);
  const contract = evmAddressParameter.parse(token);
  if (form === "one") return { token: contract, tokenId: tokenIdParameter.parse(which), form };
  if (form === "amount" || form === "all")
    return { token: contract, spender: evmAddressParameter.parse(which), form };
  throw new RangeError(text);
}
