import { z } from "zod";
import { integerParameter } from "../data/parameters";
import { route } from "../route";

/** 200 while the process answers. `/firn/v1/status` says what it can answer with. */
export const getHealth = route({
  method: "get",
  path: "/health",
  operationId: "health",
  tag: "Firn",
  summary: "Whether this process serves",
  params: z.object({}),
  query: z.object({}),
  response: z.object({ status: z.literal("ok"), version: z.string() }).meta({ id: "FirnHealth" }),
});

export const REASONS = [
  /** No request is answered from the stores: the threads that read do not answer in time. */
  "busy",
  "store-unreadable",
  /** The last search found damaged files. */
  "store-damaged",
  "nothing-indexed",
  "indexer-away",
  "node-away",
  "node-bootstrapping",
  "stream-starting",
  "stream-stopped",
  /** The node answers others, but not this stream. */
  "stream-waiting",
  "far-behind",
] as const;

export const readiness = z
  .object({
    ready: z.boolean(),
    version: z.string(),
    /** Why it is not ready; empty if it is. */
    reasons: z.array(
      z.object({
        reason: z.enum(REASONS),
        /** As in the status: "P/block", "EVM 43114". */
        stream: z.string().optional(),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: "FirnReadiness" });
export type Readiness = z.output<typeof readiness>;
export type NotReady = Readiness["reasons"][number];

export const getReady = route({
  method: "get",
  path: "/ready",
  operationId: "ready",
  tag: "Firn",
  summary: "Whether this Firn answers what it promises: the chains as its node has them",
  description:
    "200 if it does, 503 with all reasons if not. `/health` says whether the process lives: restart it by that one, and send it readers by this one.",
  params: z.object({}),
  query: z.object({
    maxLagSeconds: integerParameter({
      min: 1,
      max: 86_400,
      form: "how far a stream may be behind its node, seconds, from 1 to 86400",
    }).default(300),
  }),
  answers: "readiness",
  response: readiness,
});

export const getOpenApi = route({
  method: "get",
  path: "/openapi.json",
  operationId: "openapi",
  tag: "Firn",
  summary: "This interface as an OpenAPI 3.1 document",
  params: z.object({}),
  query: z.object({}),
  response: z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }),
});
