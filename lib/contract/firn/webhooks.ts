import { z } from "zod";
import { route } from "../route";

/** Webhooks as the operator sees them: everybody's, with how their delivery stands. Times: unix ms. */

const TAG = "Firn";
const id = z.string().max(100).describe("a webhook's id");

/** A webhook and its delivery. Secrets are not in it. */
export const webhookState = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  eventType: z.string(),
  chainId: z.string(),
  /** Name of the API key that made it; absent for the operator's own. */
  key: z.string().optional(),
  status: z.enum(["active", "inactive"]),
  /** Why it is inactive. */
  reason: z.string().optional(),
  createdAtMs: z.int(),
  /** Messages that were taken, that wait, and that were given up. */
  delivered: z.int(),
  waiting: z.int(),
  dropped: z.int(),
  /** Attempts that failed since the last that did not. */
  failures: z.int(),
  lastSuccessMs: z.int().optional(),
  lastFailureMs: z.int().optional(),
  lastError: z.string().optional(),
  /** The next block that it is to tell of. */
  nextHeight: z.int(),
});
export type WebhookState = z.infer<typeof webhookState>;

export const listWebhookStates = route({
  method: "get",
  path: "/firn/v1/webhooks",
  operationId: "listWebhookStates",
  tag: TAG,
  manages: "all",
  summary: "Webhooks of all keys with how their delivery stands",
  description: "For this Firn's own processes. The newest 500.",
  params: z.object({}),
  query: z.object({}),
  response: z.object({ webhooks: z.array(webhookState) }),
});

export const testWebhook = route({
  method: "post",
  path: "/firn/v1/webhooks/{id}/test",
  operationId: "testWebhook",
  tag: TAG,
  manages: "own",
  summary: "Send a message of event type test to a webhook",
  params: z.object({ id }),
  query: z.object({}),
  response: z.object({ messageId: z.string() }),
});
