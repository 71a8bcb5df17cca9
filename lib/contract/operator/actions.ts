import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { integerParameter, textParameter } from "../data/parameters";
import { LOG_LEVELS, MAX_ALIAS_BYTES } from "../node/admin";
import { route } from "../route";

/**
 * The ten methods of a node's admin API that the console offers, and no others. Parameters are checked here, on both
 * sides of the wire, before the node is called.
 */

/** A segment of a path in the node's addresses, without anything that a URL or a proxy interprets. */
const PART = "[A-Za-z0-9._~-]+";

/** `.` and `..` are segments that lead elsewhere. */
const hasDotSegment = (text: string) => text.split("/").some((part) => /^\.{1,2}$/.test(part));

/** The form of an address below /ext/: segments separated by slashes. */
const path = (what: string) =>
  z
    .string()
    .max(MAX_ALIAS_BYTES)
    .regex(new RegExp(`^${PART}(/${PART})*$`))
    .refine((text) => !hasDotSegment(text))
    .describe(
      `${what}: 1 to ${MAX_ALIAS_BYTES} letters, digits, . _ ~ - and single slashes between them, without the parts . and ..`,
    );

/** A second address of the admin API would bypass whatever guards the first. */
const endpointParameter = path("the part of an address after /ext/ (not that of the admin API)").refine(
  (text) => !/^admin(\/|$)/i.test(text),
);

const aliasParameter = path("the new address after /ext/");

const name = (what: string) =>
  z
    .string()
    .max(MAX_ALIAS_BYTES)
    .regex(new RegExp(`^${PART}$`))
    .refine((text) => !hasDotSegment(text))
    .describe(`${what}: 1 to ${MAX_ALIAS_BYTES} letters, digits, . _ ~ and -, not . or ..`);

/** A blockchain's id, as text and as bytes. */
export const chainIdParameter = textParameter(parseCb58, "a blockchain id")
  .transform((text) => ({ text, id: parseId(text) }))
  .describe("a blockchain id in cb58");

const chainAliasParameter = name("a new name for the chain, which is no id")
  .refine((text) => !isId(text))
  .describe(`a new name for the chain: 1 to ${MAX_ALIAS_BYTES} letters, digits, . _ ~ and -, and no id`);

/** Names come from the node. None has characters that are invisible or end a line. */
export const loggerNameParameter = z
  .string()
  .max(256)
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u)
  .describe("the name of a logger: 1 to 256 visible characters")
  .optional();

const levelParameter = z
  .enum(LOG_LEVELS)
  .describe(`one of ${LOG_LEVELS.join(", ")}`)
  .optional();

/** Levels go back after a week at most. */
export const MAX_PUT_BACK_MINUTES = 7 * 24 * 60;

const OUTCOMES = ["done", "refused", "unknown", "not-sent"] as const;

/** The outcome of a request to the node, with both sides of it verbatim. */
export const outcome = z.object({
  /** Its row in the audit. */
  auditId: z.int(),
  /** The node's name, such as "admin.setLoggerLevel". */
  method: z.string(),
  /**
   * `refused`: the node answered with an error. `unknown`: it was sent, and no complete answer came back. `not-sent`:
   * it never left Firn, so nothing changed.
   */
  outcome: z.enum(OUTCOMES),
  askedAtMs: z.number(),
  tookMs: z.number(),
  /** The body that was sent. */
  request: z.string(),
  /** The same as a shell command, without the URL's credentials. */
  curl: z.string(),
  /** HTTP status and body of the answer. */
  status: z.int().optional(),
  answer: z.string().optional(),
  /** Unless done: the error message, from the node or on the way to it, and its meaning. */
  error: z.object({ message: z.string(), meaning: z.string() }).optional(),
  /** If the outcome is unknown: the node's state when asked afterwards. */
  readBack: z.string().optional(),
});

export type CallOutcome = z.infer<typeof outcome>;

function action<Sent extends z.ZodObject>(method: string, summary: string, sent: Sent) {
  return route({
    method: "post",
    path: `/operator/actions/${method}`,
    operationId: method,
    tag: "Operator",
    summary,
    params: z.object({}),
    query: z.object({}),
    sent,
    response: outcome,
  });
}

/**
 * By the node's names without `admin.`. Each needs a session and keeps it alive; each is audited. Unknown parameters
 * are refused: a misspelt one could leave a change without its end.
 */
export const ACTIONS = {
  alias: action(
    "alias",
    "Serves an endpoint at another address too",
    z.strictObject({ endpoint: endpointParameter, alias: aliasParameter }),
  ),
  aliasChain: action(
    "aliasChain",
    "Adds a name to a blockchain",
    z.strictObject({ chain: name("a blockchain's id or any of its names"), alias: chainAliasParameter }),
  ),
  getChainAliases: action(
    "getChainAliases",
    "All names of a blockchain",
    z.strictObject({
      chain: chainIdParameter,
    }),
  ),
  getLoggerLevel: action(
    "getLoggerLevel",
    "Levels of one logger or of all",
    z.strictObject({ loggerName: loggerNameParameter }),
  ),
  setLoggerLevel: action(
    "setLoggerLevel",
    "Changes levels of one logger or of all, for a while or until the node ends",
    z
      .strictObject({
        loggerName: loggerNameParameter,
        logLevel: levelParameter.describe(`one of ${LOG_LEVELS.join(", ")}; it or displayLevel is required`),
        displayLevel: levelParameter,
        /** Without it the change stays until it is undone. */
        putBackAfterMinutes: integerParameter({ min: 1, max: MAX_PUT_BACK_MINUTES }).optional(),
      })
      .refine((given) => given.logLevel !== undefined || given.displayLevel !== undefined, {
        path: ["logLevel"],
      }),
  ),
  loadVMs: action("loadVMs", "Loads virtual machines installed as plugins", z.strictObject({})),
  startCPUProfiler: action("startCPUProfiler", "Starts a CPU profile", z.strictObject({})),
  stopCPUProfiler: action("stopCPUProfiler", "Stops the CPU profile and writes it", z.strictObject({})),
  memoryProfile: action("memoryProfile", "Writes a memory profile", z.strictObject({})),
  lockProfile: action("lockProfile", "Writes a lock profile", z.strictObject({})),
} as const;

export type ActionName = keyof typeof ACTIONS;

function parseCb58(text: string): void {
  if (text.startsWith("0x")) throw new RangeError(text);
  parseId(text);
}

function isId(text: string): boolean {
  try {
    parseId(text);
    return true;
  } catch {
    return false;
  }
}
