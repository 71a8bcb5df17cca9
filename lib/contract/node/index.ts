import { z } from "zod";
import { method } from "../rpc";
import { encodingParam, hexText, idParam, u64, u64Param } from "./wire";

/**
 * The index API, at `/ext/index/<chain>/<kind>`.
 * @source the interface document; AvalancheGo indexer/service.go
 */

/** The five indexes, by the end of their path. */
export const INDEX_NAMES = ["C/block", "P/block", "X/tx", "X/block", "X/vtx"] as const;
export type IndexName = (typeof INDEX_NAMES)[number];

/** Limit of containers in one range. */
export const MAX_RANGE = 1024;

/** The node's message for an empty index. Clients expect it: it is not a failure. */
export const NOTHING_ACCEPTED = "no containers have been accepted";

export const container = z.object({
  id: z.string(),
  /** With the checksum of `encoding`. */
  bytes: hexText,
  /** When this node accepted it: RFC 3339, up to nine fractional digits, any zone. */
  timestamp: z.string(),
  encoding: z.string(),
  index: u64,
});

/** A container on the wire. */
export type WireContainer = z.output<typeof container>;

export const getContainerByID = method(
  "index.getContainerByID",
  z.object({ id: idParam, encoding: encodingParam }),
  container,
);

export const getContainerByIndex = method(
  "index.getContainerByIndex",
  z.object({ index: u64Param, encoding: encodingParam }),
  container,
);

/** An array in the interface document, an object with `containers` in the real node; null if none were requested. */
export const getContainerRange = method(
  "index.getContainerRange",
  z.object({ startIndex: u64Param, numToFetch: u64Param, encoding: encodingParam }),
  z
    .union([z.null(), z.array(container), z.object({ containers: z.array(container) })])
    .transform((result) => (result === null ? [] : Array.isArray(result) ? result : result.containers)),
);

export const getIndex = method("index.getIndex", z.object({ id: idParam }), z.object({ index: u64 }));

export const getLastAccepted = method(
  "index.getLastAccepted",
  z.object({ encoding: encodingParam }),
  container,
);

export const isAccepted = method(
  "index.isAccepted",
  z.object({ id: idParam }),
  z.object({ isAccepted: z.boolean() }),
);
