import { z } from "zod";
import { integerParameter } from "../data/parameters";
import { route } from "../route";

/** Who had the node do what. Rows are only ever added. Behind a sign-in. */

/** `denied`: Firn did not let it happen. The others as of an action. */
export const AUDIT_OUTCOMES = ["done", "refused", "unknown", "not-sent", "denied"] as const;

/** Texts hold no control characters: such stand escaped, as in JSON. */
const auditEntry = z.object({
  id: z.int(),
  atMs: z.number(),
  /** Short id of a session; `timer` for put-backs that were due; `nobody` for whoever had no session. */
  who: z.string(),
  /** The node's name of a method, or what was done to the console: `firn.signIn`, `firn.lock`, `firn.endSessions`, … */
  method: z.string(),
  /** JSON text; without secrets. */
  parameters: z.string(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** Answer or error, clipped when long; absent while the node is being asked. */
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
  /** `nextBefore` is there when older rows follow. */
  response: z.object({ entries: z.array(auditEntry), nextBefore: z.int().optional() }),
});

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditOutcome = AuditEntry["outcome"];
