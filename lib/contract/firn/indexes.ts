import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { textParameter } from "../data/parameters";
import { INDEX_NAMES } from "../node/index";
import { route } from "../route";

const indexName = z.enum(INDEX_NAMES).describe(`one of ${INDEX_NAMES.join(", ")}`);

/** Inclusive range: of heights for an index of blocks, otherwise of container numbers. */
const range = z.object({ from: z.int(), to: z.int() });

const indexProblem = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });

export const firnIndex = z
  .object({
    /** The node's name of the index. */
    name: z.enum(INDEX_NAMES),
    /** The node's answer now. `off`: it has no such index; `away`: it could not be asked. */
    answer: z.enum(["serving", "empty", "off", "away"]),
    /** Why it is `off` or `away`. */
    fault: indexProblem.optional(),
    /** The node's last container. While the node is away: the last one seen, of which only the number is known. */
    nodeHead: z
      .object({
        number: z.int(),
        acceptedAtMs: z.number().optional(),
        /** Of the inner block. */
        height: z.int().optional(),
      })
      .optional(),
    /** Number of containers that Firn has stored. */
    stored: z.int(),
    /** Height of the newest stored block. */
    storedHeight: z.int().optional(),
    /**
     * What is stored, in order. `live`: accepted within a minute of the block's own time; `bootstrap`: later, so that
     * the time of acceptance is that of bootstrapping; `height`: read by height, because the index lacked it, so
     * that neither proposer nor time of acceptance are known. Found by sampling, so that a short range may be missed.
     */
    parts: z.array(range.extend({ kind: z.enum(["live", "bootstrap", "height"]) })),
    /** Number of blocks that the index lacks up to the node's head. */
    missing: z.int(),
    /** Positions of the first of them, in order. The node accepted containers before and after each gap. */
    gaps: z.array(
      range.extend({
        /** When the container before the gap was accepted; absent if the index starts with the gap. */
        afterMs: z.number().optional(),
        /** When the container after the gap was accepted. */
        beforeMs: z.number().optional(),
      }),
    ),
  })
  .meta({ id: "FirnIndex" });

export const getIndexes = route({
  method: "get",
  path: "/firn/v1/indexes",
  operationId: "firnIndexes",
  tag: "Firn",
  summary: "What the node's indexes hold, and how much of it is stored",
  params: z.object({}),
  query: z.object({}),
  response: z
    .object({
      /** When the node was asked, unix milliseconds. */
      checkedAtMs: z.number(),
      indexes: z.array(firnIndex),
    })
    .meta({ id: "FirnIndexes" }),
});

export const indexedContainer = z
  .object({
    /** The index that holds it. */
    index: z.enum(INDEX_NAMES),
    /** Its number in that index; not the height. */
    number: z.int(),
    /** cb58. */
    containerId: z.string(),
    /** When this node accepted it, unix nanoseconds, decimal. */
    acceptedAtNs: z.string(),
    sizeBytes: z.int(),
    /** 0x hex without checksum; absent if several indexes hold such a container: name one of them. */
    bytes: z.string().optional(),
    /** Whether the bytes hash to the id. */
    isIdRight: z.boolean(),
    /** Of the inner block; absent if it is not a block, or cannot be read. */
    height: z.int().optional(),
    /** Whether Firn has stored it. */
    isStored: z.boolean(),
  })
  .meta({ id: "FirnIndexedContainer" });

export const findContainers = route({
  method: "get",
  path: "/firn/v1/indexes/containers/{container}",
  operationId: "firnIndexedContainers",
  tag: "Firn",
  summary: "Containers in the node's indexes now, by number or id",
  description:
    "Read from the node. Each index has a container of a given number; an id is usually in one index.",
  params: z.object({
    container: textParameter(
      parseContainerName,
      `a number from 0 to ${Number.MAX_SAFE_INTEGER}, or the id of a container: 32 bytes in cb58, or 0x and 64 hex digits`,
    ),
  }),
  query: z.object({ index: indexName.optional() }),
  response: z.object({ containers: z.array(indexedContainer) }).meta({ id: "FirnIndexedContainers" }),
});

/** Parses a container's number in its index, or its id. @throws InputError */
export function parseContainerName(text: string): number | Uint8Array {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : parseId(text);
}

export type FirnIndex = z.infer<typeof firnIndex>;
export type IndexedContainer = z.infer<typeof indexedContainer>;
