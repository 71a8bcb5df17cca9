import { z } from "zod";
import { integerParameter } from "../data/parameters";
import { route } from "../route";

/** What the node was asked to do, and by whom. Rows are only added. Requires a sign-in. */

/** `denied`: Firn refused it. The others as for an action. */
export const AUDIT_OUTCOMES = ["done", "refused", "unknown", "not-sent", "denied"] as const;

/** Texts contain no control characters: these are escaped, as in JSON. */
const auditEntry = z.object({
  id: z.int(),
  atMs: z.number(),
  /** Short id of a session; `timer` for put-backs that were due; `nobody` for callers without a session. */
  who: z.string(),
  /** The node's name of a method, or what was done in the console: `firn.signIn`, `firn.lock`, `firn.endSessions`, … */
  method: z.string(),
  /** JSON text, without secrets. */
  parameters: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** Answer or error, clipped if long; absent while the node is being asked. */
  said: z.string().optional(),
});

const filter = {
  who: z
    .string()
    .regex(/^[a-z0-9]{1,16}$/)
    .describe("a session's short id, timer or nobody")
    .optional(),
  method: z
    .string()
    .regex(/^(admin|firn)\.[A-Za-z]{1,40}$/)
    .describe("a method such as admin.alias")
    .optional(),
  outcome: z
    .enum(AUDIT_OUTCOMES)
    .describe(`one of ${AUDIT_OUTCOMES.join(", ")}`)
    .optional(),
  /** Only rows before this id. */
  before: integerParameter({ min: 1 }).optional(),
};

export const listAudit = route({
  method: "get",
  path: "/operator/audit",
  operationId: "operatorAudit",
  tag: "Operator",
  summary: "The audit, newest first",
  params: z.object({}),
  query: z.object({ ...filter, pageSize: integerParameter({ min: 1, max: 1000 }).default(25) }),
  /** `nextBefore` is present if there are older rows. */
  response: z.object({ entries: z.array(auditEntry), nextBefore: z.int().optional() }),
});

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditOutcome = AuditEntry["outcome"];
