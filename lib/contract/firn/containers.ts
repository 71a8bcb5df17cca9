import { z } from "zod";
import { MAX_HEIGHT, textParameter, textsParameter } from "../data/parameters";
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

export type FirnContainer = z.infer<typeof firnContainer>;
