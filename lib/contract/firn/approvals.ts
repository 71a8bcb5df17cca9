import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";

/** What a spender may move of an owner's tokens. */
export const approval = z
  .object({
    /** `amount`: so much of an ERC-20. `all`: every token of the contract that the owner has, now or later. */
    form: z.enum(["amount", "all"]),
    token: richAddress,
    spender: richAddress,
    /** Given by the newest event, base units; absent for `all`. */
    approved: z.string().optional(),
    /** What the contract says is left of it, base units; absent for `all`, and if the node did not answer. */
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
    "By contract and spender. `Approval` and `ApprovalForAll` events say what was approved, and the contract is asked through the node what is left of it: approvals that were spent are left out. If the node does not answer, all that were not taken back are listed, with `isConfirmed` false. Approvals of single ERC-721 tokens, which end when the token moves, are not listed, nor are those that a contract grants without an event.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query: z.object({
    after: textParameter(
      parseApprovalName,
      "an approval, <token>-<spender>-<form> (returns the approvals after it)",
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

/** Parses `<token>-<spender>-<form>`. @throws RangeError, ZodError */
export function parseApprovalName(text: string): { token: string; spender: string; form: Approval["form"] } {
  const [token = "", spender = "", form = "", ...more] = text.split("-");
  if (more.length > 0 || (form !== "amount" && form !== "all")) throw new RangeError(text);
  return { token: evmAddressParameter.parse(token), spender: evmAddressParameter.parse(spender), form };
}
