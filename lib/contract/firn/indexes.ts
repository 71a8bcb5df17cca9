import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { textParameter } from "../data/parameters";
import { INDEX_NAMES } from "../node/index";
import { route } from "../route";

const indexName = z.enum(INDEX_NAMES).describe(`one of ${INDEX_NAMES.join(", ")}`);

/** Both ends count; on a block's index heights, elsewhere numbers of containers. */
const stretch = z.object({ from: z.int(), to: z.int() });

const indexFault = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() });

export const firnIndex = z
  .object({
    /** As the node names it. */
    name: z.enum(INDEX_NAMES),
    /** What the node says now. `off`: it has no such index; `away`: it could not be asked. */
    answer: z.enum(["serving", "empty", "off", "away"]),
    /** Why it is `off` or `away`. */
    fault: indexFault.optional(),
    /** The node's last container; while it is away the last one that was seen, of which only the number is known. */
    nodeHead: z
      .object({
        number: z.int(),
        acceptedAtMs: z.number().optional(),
        /** Of the block inside. */
        height: z.int().optional(),
      })
      .optional(),
    /** Containers that Firn has taken in. */
    stored: z.int(),
    /** Height of the newest block of them. */
    storedHeight: z.int().optional(),
    /**
     * What is stored, in order. `live`: accepted within a minute of its own time; `bootstrap`: later, so that the time of
     * acceptance is that of bootstrapping. Found by samples: a short stretch may be missed.
     */
    parts: z.array(stretch.extend({ kind: z.enum(["live", "bootstrap"]) })),
    /** Blocks that the index lacks up to the node's head. */
    missing: z.int(),
    /** Where the first of them are, in order; the node accepted something before and after each. */
    gaps: z.array(
      stretch.extend({
        /** When the container before the gap was accepted; absent where the index begins with it. */
        afterMs: z.number().optional(),
        /** When the one behind it was. */
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
  summary: "What the node's indexes hold, and what of it is taken in",
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
    /** The index that has it. */
    index: z.enum(INDEX_NAMES),
    /** Its number in that index; not the height. */
    number: z.int(),
    /** cb58. */
    containerId: z.string(),
    /** When this node accepted it, unix nanoseconds, decimal. */
    acceptedAtNs: z.string(),
    sizeBytes: z.int(),
    /** 0x hex without checksum; absent when several indexes have such a container: name one. */
    bytes: z.string().optional(),
    /** Whether the bytes hash to the id. */
    isIdRight: z.boolean(),
    /** Of the block inside; absent when it is none, or can't be read. */
    height: z.int().optional(),
    /** Whether Firn has taken it in. */
    isStored: z.boolean(),
  })
  .meta({ id: "FirnIndexedContainer" });

export const findContainers = route({
  method: "get",
  path: "/firn/v1/indexes/containers/{container}",
  operationId: "firnIndexedContainers",
  tag: "Firn",
  summary: "Containers as the node's indexes have them now, by number or id",
  description: "Asked of the node itself. A number is one of each index, an id is usually in one.",
  params: z.object({
    container: textParameter(
      parseContainerName,
      `a number from 0 to ${Number.MAX_SAFE_INTEGER}, or the id of a container: 32 bytes in cb58, or 0x and 64 hex digits`,
    ),
  }),
  query: z.object({ index: indexName.optional() }),
  response: z.object({ containers: z.array(indexedContainer) }).meta({ id: "FirnIndexedContainers" }),
});

/** A container's number in its index, or its id. @throws InputError */
export function parseContainerName(text: string): number | Uint8Array {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : parseId(text);
}

export type FirnIndex = z.infer<typeof firnIndex>;
export type IndexedContainer = z.infer<typeof indexedContainer>;
