import { z } from "zod";
import {
  integerParameter,
  MAX_HEIGHT,
  pageSizeParameter,
  pageTokenParameter,
  textParameter,
  textsParameter,
} from "../data/parameters";
import { parseBlockId } from "../data/primary-network-blocks";
import { route } from "../route";

export const chainLetter = z.enum(["p", "x", "c"]).describe("p, x or c");

export const firnContainer = z
  .object({
    chain: chainLetter,
    /** The node's index that holds it: "P/block"; "X/vtx" for the X-Chain's graph before Cortina. */
    stream: z.string(),
    /** cb58 of the outer id. */
    containerId: z.string(),
    /** Number of the container in the node's index; not the height. */
    index: z.int(),
    /** When this node accepted it, unix nanoseconds, decimal; absent for a block that was read by height. */
    acceptedAtNs: z.string().optional(),
    /**
     * Of a vertex: when this node accepted it, unix seconds, if it was live then. Absent where it bootstrapped, and of
     * blocks, which have times of their own.
     */
    liveTimestamp: z.number().optional(),
    /** 0x hex without checksum. */
    bytes: z.string(),
    encoding: z.literal("hex"),
    /** Of the inner block, or of the vertex. */
    height: z.int(),
    /** Id of the inner block: cb58, on the C-Chain 0x hex. A vertex is its own container. */
    blockId: z.string(),
    /**
     * Index of the transaction in the block, if `id` was one: on P decision transactions in order, then the proposal;
     * on C atomic transactions.
     */
    txIndex: z.int().optional(),
    /** On P: how the block after it decided its proposal; absent for other blocks, and until then. */
    outcome: z.enum(["commit", "abort"]).optional(),
    /** When Firn stored it, unix milliseconds. */
    storedAtMs: z.number().optional(),
    /** Time between acceptance by the node and storing; absent for a block that was read by height. */
    indexedInMs: z.number().optional(),
  })
  .meta({ id: "FirnContainer" });

export const getContainer = route({
  method: "get",
  path: "/firn/v1/containers/{chain}/{id}",
  operationId: "firnContainer",
  tag: "Firn",
  summary: "Bytes as the node accepted them",
  params: z.object({
    chain: chainLetter,
    id: textParameter(
      parseBlockId,
      `a height from 0 to ${MAX_HEIGHT}, or the id (cb58 or hex) of a container, block or transaction`,
    ),
  }),
  query: z.object({}),
  response: firnContainer,
});

/** Most containers of one request: a page of a list has as many rows. */
export const MOST_CONTAINERS = 100;

export const listContainers = route({
  method: "get",
  path: "/firn/v1/containers/{chain}",
  operationId: "firnContainers",
  tag: "Firn",
  summary: "Bytes of several containers",
  description: "As for one container, with the id that named it. Ids that nothing has are left out.",
  params: z.object({ chain: chainLetter }),
  query: z.object({
    ids: textsParameter(parseBlockId, {
      max: MOST_CONTAINERS,
      form: `heights from 0 to ${MAX_HEIGHT}, or ids (cb58 or hex) of containers, blocks or transactions`,
    }),
  }),
  response: z
    .object({ containers: z.array(z.object({ id: z.string(), container: firnContainer })) })
    .meta({ id: "FirnContainers" }),
});

/** A page of the transactions in a container. */
const containerTransactions = z
  .object({
    nextPageToken: z.string().optional(),
    /** Number of the first of `transactions`, counted from 1 in the order of `txIndex`. */
    first: z.int(),
    /** Transactions in the container. */
    count: z.int(),
    ...firnContainer.pick({ stream: true, containerId: true, height: true, blockId: true, outcome: true })
      .shape,
    /** Chain time, unix seconds; of a vertex `liveTimestamp`. */
    time: z.number().optional(),
    transactions: z.array(
      z.object({
        /** As signed; 0x hex without checksum. */
        bytes: z.string(),
        /** Whether the next block decides it. */
        isProposal: z.boolean(),
      }),
    ),
  })
  .meta({ id: "FirnContainerTransactions" });

export const listContainerTransactions = route({
  method: "get",
  path: "/firn/v1/containers/{chain}/{id}/transactions",
  operationId: "firnContainerTransactions",
  tag: "Firn",
  summary: "Bytes of the transactions in a block or vertex",
  description:
    "On P decision transactions in order, then the proposal; on C atomic transactions. For the id of a transaction, that one only, with its number.",
  params: getContainer.params,
  query: z.object({
    after: integerParameter({ min: 0, max: 9_999_999 })
      .optional()
      .describe("the number of a transaction, counted from 1, from 0 to 9999999 (returns later ones)"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: containerTransactions,
});

export type ContainerTransactions = z.infer<typeof containerTransactions>;
export type FirnContainer = z.infer<typeof firnContainer>;
