import { z } from "zod";
import {
  checkEvmAddress,
  endBlockParameter,
  evmChainIdParameter,
  richAddress,
  startBlockParameter,
} from "../data/evm";
import {
  integerParameter,
  pageSizeParameter,
  pageTokenParameter,
  textParameter,
  textsParameter,
} from "../data/parameters";
import { route } from "../route";
import { evmLog } from "./evm-transactions";

/** A log in a list of a chain. */
const chainLog = evmLog
  .extend({
    blockNumber: z.string(),
    /** Unix seconds. */
    blockTimestamp: z.int(),
    blockHash: z.string(),
    txHash: z.string(),
    /** Index of the transaction in its block. */
    blockIndex: z.int(),
  })
  .meta({ id: "FirnChainLog" });
export type ChainLog = z.infer<typeof chainLog>;

/** Values of one place of a filter. */
const MOST_VALUES = 16;

/** Accepts `0x` and 64 hex digits in any case. @throws RangeError */
export function checkTopic(text: string): void {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new RangeError(text);
}

/** Accepts a place of a log in its chain: block and index of the log in it. @throws RangeError */
export function checkLogPlace(text: string): void {
  const [, logIndex] = /^\d{1,11}-(\d{1,8})$/.exec(text) ?? [];
  if (logIndex === undefined || Number(logIndex) >= 2 ** 26) throw new RangeError(text);
}

const topicParameter = textsParameter(checkTopic, {
  max: MOST_VALUES,
  form: "topics, any of which is at this place: 0x and 64 hex digits each",
}).optional();

const filter = {
  address: textsParameter(checkEvmAddress, {
    max: MOST_VALUES,
    form: "contracts, any of which wrote the log: 0x and 40 hex digits each",
  }).optional(),
  topic0: topicParameter,
  topic1: topicParameter,
  topic2: topicParameter,
  topic3: topicParameter,
};
export type LogFilterQuery = z.output<z.ZodObject<typeof filter>>;

const params = z.object({ chainId: evmChainIdParameter });

export const listLogs = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/logs",
  operationId: "firnLogs",
  tag: "Firn",
  summary: "Search the event logs of a chain",
  description:
    "By contract, topics and blocks, in any combination, the newest or the oldest first. A page costs about the same whatever is searched for: it may have fewer logs than asked for, even none, and still a token that goes on. Of common signatures an event is decoded as a guess, and by the ABIs of the operator as such.",
  params,
  query: z.object({
    ...filter,
    startBlock: startBlockParameter,
    endBlock: endBlockParameter,
    sortOrder: z.enum(["asc", "desc"]).describe("asc or desc, by place in the chain").default("desc"),
    before: textParameter(
      checkLogPlace,
      "the nextBefore of a page (continues after that page; unlike a pageToken it does not expire)",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      /** Where this page ends, as text. */
      nextBefore: z.string().optional(),
      /** The last block searched before this page ended, if it ended before it was full. */
      searchedTo: z.string().optional(),
      /** Blocks whose logs are not stored, in words; empty if all are. */
      unread: z.array(z.string()),
      logs: z.array(chainLog),
      /** Contracts and labelled accounts among the addresses of the page. */
      parties: z.array(richAddress),
    })
    .meta({ id: "ListFirnLogsResponse" }),
});

/** A log as nodes answer it. Numbers are 0x hex. */
const nodeLog = z
  .object({
    address: z.string(),
    topics: z.array(z.string()),
    data: z.string(),
    blockNumber: z.string(),
    transactionHash: z.string(),
    transactionIndex: z.string(),
    blockHash: z.string(),
    logIndex: z.string(),
    removed: z.boolean(),
  })
  .meta({ id: "FirnNodeLog" });
export type NodeLog = z.infer<typeof nodeLog>;

const blockParameter = integerParameter({ min: 0, form: "a block height" }).optional();

export const getNodeLogs = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/eth-logs",
  operationId: "firnNodeLogs",
  tag: "Firn",
  summary: "Logs as a node answers eth_getLogs",
  description:
    "From Firn's own store, complete or not at all: 400 BAD_PARAMETER for more than 10,000 logs or a search that takes too long, 503 HISTORY_PARTIAL while the logs of some of these blocks are not stored. Both blocks are included; without them it is the newest indexed block, as for nodes.",
  params,
  query: z.object({ ...filter, fromBlock: blockParameter, toBlock: blockParameter }),
  response: z.object({ result: z.array(nodeLog) }).meta({ id: "FirnNodeLogsResponse" }),
});
