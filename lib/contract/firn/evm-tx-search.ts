import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, nativeTransaction } from "../data/evm";
import {
  erc20Token,
  erc20TransferDetails,
  erc721Token,
  erc721TransferDetails,
  erc1155Token,
  erc1155TransferDetails,
} from "../data/evm-tokens";
import { untraced } from "../data/evm-transactions";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  searchedToField,
  startTimestampParameter,
  textParameter,
  textsParameter,
  u256Parameter,
} from "../data/parameters";
import { route } from "../route";

/** The search over the transactions of an EVM chain, whose rows say what each transaction did. */

/** Functions of one search. */
const MOST_METHODS = 16;

/** What a transaction moved for its sender. */
export const moved = z.object({
  /**
   * How the sender's balances of the chain's own coin (without `token`) and of ERC-20 tokens changed, without the fee,
   * in base units with their sign. At most 25, the coin first.
   */
  changes: z.array(z.object({ amount: z.string(), token: erc20Token.optional() })),
  /** Whether the sender gave or got a token that has an id. */
  movesNfts: z.boolean(),
});
export type Moved = z.infer<typeof moved>;

/** Without what its metadata says: a row of a list has one line. */
const texts = { tokenUri: true, metadata: true } as const;
const bareTransfer = z.union([
  erc20TransferDetails,
  erc721TransferDetails.extend({ erc721Token: erc721Token.omit(texts) }),
  erc1155TransferDetails.extend({ erc1155Token: erc1155Token.omit(texts) }),
]);
export type BareTransfer = z.infer<typeof bareTransfer>;

/** What a transaction did besides its own call, so that it can be said in a sentence. */
const outcome = moved.extend({
  /** Its token transfer, if there is exactly one. */
  onlyTransfer: bareTransfer.optional(),
});
export type TransactionOutcome = z.infer<typeof outcome>;

/** A transaction of a list with more events than these is without its outcome: much would be read for one row. */
export const MOST_OUTCOME_EVENTS = 100;

const foundTransaction = nativeTransaction
  .extend({
    untraced,
    /** Absent if it has more than 100 events. */
    outcome: outcome.optional(),
  })
  .meta({ id: "FirnFoundEvmTransaction" });
export type FoundEvmTransaction = z.infer<typeof foundTransaction>;

export const searchTransactions = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/transactions",
  operationId: "firnEvmTransactions",
  tag: "Firn",
  summary: "Search the transactions of a chain",
  description:
    "By sender, receiver, function, result, value and time, in any combination, newest first. A page costs about the same whatever is searched for: it may have fewer transactions than asked for, even none, and still a token that goes on.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({
    from: evmAddressParameter.optional(),
    to: evmAddressParameter
      .optional()
      .describe("an EVM address: 0x and 40 hex digits (an account, a called contract, or a created one)"),
    method: textsParameter(checkSelector, {
      max: MOST_METHODS,
      form: "selectors of functions, any of which is called: 0x and 8 hex digits each",
    }).optional(),
    status: z.enum(["failed", "success"]).describe("failed or success").optional(),
    minValue: u256Parameter("the least value, in wei: decimal digits").optional(),
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: textParameter(
      checkTxPlace,
      "a transaction hash, or the nextBefore of a page (continues after it; unlike a pageToken it does not expire)",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Where this page ends, as text. */
      nextBefore: z.string().optional(),
      searchedTo: searchedToField,
      transactions: z.array(foundTransaction),
    })
    .meta({ id: "FirnEvmTransactions" }),
});

/** Accepts `0x` and 8 hex digits in any case. @throws RangeError */
function checkSelector(text: string): void {
  if (!/^0x[0-9a-f]{8}$/i.test(text)) throw new RangeError(text);
}

/** Accepts a transaction's hash, or its block and index. @throws RangeError */
function checkTxPlace(text: string): void {
  const [, index] = /^\d{1,11}-(\d{1,5})$/.exec(text) ?? [];
  if (/^0x[0-9a-f]{64}$/i.test(text) || Number(index ?? NaN) < 2 ** 16) return;
  throw new RangeError(text);
}
