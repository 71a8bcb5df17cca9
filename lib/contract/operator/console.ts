import { z } from "zod";
import { route } from "../route";
import { loggerNameParameter, outcome } from "./actions";

/**
 * What the console shows besides its actions. Requires a sign-in; reading does not keep a session alive. Times: unix
 * milliseconds.
 */

/** A changed level of one logger, for one of its two targets. */
const putBack = z.object({
  loggerName: z.string(),
  /** `file` is the node's logLevel, `display` its displayLevel. */
  target: z.enum(["file", "display"]),
  /** The changed level, and the level before the first change. */
  level: z.string(),
  goesBackTo: z.string(),
  changedAtMs: z.number(),
  /** The session that changed it last. */
  changedBy: z.string(),
  /** When it goes back automatically; absent if it stays until it is undone. */
  dueAtMs: z.number().optional(),
  /** Why it was not put back when it was due. It is retried until it is. */
  lastError: z.string().optional(),
});

const level = z.object({ level: z.string(), putBack: putBack.optional() });

/** The node writes it into its profile folder, replacing the earlier one. */
const profile = z.object({
  /** Such as "cpu.profile". */
  file: z.string(),
  /** When Firn last had it written, since the node started. */
  writtenAtMs: z.number().optional(),
});

const consoleFacts = z.object({
  nowMs: z.number(),
  session: z.object({ shortId: z.string(), endsAtMs: z.number() }),
  /** Every running session, newest first. */
  sessions: z.array(
    z.object({
      shortId: z.string(),
      startedAtMs: z.number(),
      touchedAtMs: z.number(),
      isOwn: z.boolean(),
    }),
  ),
  /** When the node's process started, from its metrics. */
  nodeStartedAtMs: z.number().optional(),
  /** Every logger of the node, by name. Like the following, absent if the node did not answer. */
  loggers: z.array(z.object({ name: z.string(), file: level, display: level })).optional(),
  /** The chains that this node runs, with all their names. */
  chains: z
    .array(z.object({ blockchainId: z.string(), loggerName: z.string(), aliases: z.array(z.string()) }))
    .optional(),
  /** Set from here since the node started: the node itself has no list of them. */
  endpointAliases: z.array(
    z.object({ endpoint: z.string(), alias: z.string(), atMs: z.number(), who: z.string() }),
  ),
  vms: z.array(z.object({ vmId: z.string(), names: z.array(z.string()) })).optional(),
  /** Result of the last loading from here, since the node started. */
  lastLoad: z
    .object({
      atMs: z.number(),
      newVMs: z.array(z.object({ vmId: z.string(), names: z.array(z.string()) })),
      failedVMs: z.array(z.object({ vmId: z.string(), reason: z.string() })),
    })
    .optional(),
  profiles: z.object({
    /** The folder on the node's machine, if Firn knows it; otherwise `where` says how to find it. */
    folder: z.string().optional(),
    where: z.string(),
    /** `unknown`: the connection broke while it was started or stopped. */
    cpu: profile.extend({
      state: z.enum(["idle", "profiling", "unknown"]),
      /** While profiling; absent if somebody else started it. */
      sinceMs: z.number().optional(),
      /** It has run so long that it may have been forgotten. */
      remind: z.boolean(),
    }),
    memory: profile,
    lock: profile,
  }),
  putBacks: z.array(putBack),
  /** What could not be read, one sentence each. */
  troubles: z.array(z.string()),
});

export const getConsole = route({
  method: "get",
  path: "/operator/console",
  operationId: "operatorConsole",
  tag: "Operator",
  summary: "Levels, chains, VMs, profiles and put-backs as they are now",
  params: z.object({}),
  query: z.object({}),
  response: consoleFacts,
});

/** What the node was asked to put back; empty if the levels were already as before. */
const ended = z.object({ outcomes: z.array(outcome), putBacks: z.array(putBack) });

/** 404 if that level has already gone back. */
export const endPutBack = route({
  method: "post",
  path: "/operator/put-backs/end",
  operationId: "operatorEndPutBack",
  tag: "Operator",
  summary: "Puts one level back now",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({
    loggerName: loggerNameParameter.unwrap(),
    target: z.enum(["file", "display"]).describe("file or display"),
  }),
  response: ended,
});

export const endAllPutBacks = route({
  method: "post",
  path: "/operator/put-backs/end-all",
  operationId: "operatorEndAllPutBacks",
  tag: "Operator",
  summary: "Puts every level back to what it was before its first change",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: ended,
});

export type PutBack = z.infer<typeof putBack>;
export type ConsoleFacts = z.infer<typeof consoleFacts>;
export type EndedPutBacks = z.infer<typeof ended>;
