import { z } from "zod";
import { webhookState } from "../firn/webhooks";
import { route } from "../route";

/** Webhooks of everybody, as the console manages them. Requires a sign-in. The API keeps them, so it has to answer. */

const nothing = z.object({});

export const getConsoleWebhooks = route({
  method: "get",
  path: "/operator/webhooks",
  operationId: "operatorWebhooks",
  tag: "Operator",
  summary: "Webhooks of all keys and of the operator",
  params: nothing,
  query: nothing,
  response: z.object({ webhooks: z.array(webhookState) }),
});

export const addConsoleWebhook = route({
  method: "post",
  path: "/operator/webhooks/add",
  operationId: "operatorAddWebhook",
  tag: "Operator",
  summary: "Makes a webhook of the operator for addresses of an EVM chain",
  params: nothing,
  query: nothing,
  sent: z.strictObject({
    url: z.string().min(1).max(2_000).describe("a URL of http or https"),
    chainId: z.string().min(1).max(100).describe("the id of an EVM chain"),
    addresses: z.string().min(1).max(12_000).describe("EVM addresses, separated by commas or spaces"),
    name: z.string().max(200).describe("a text of at most 200 characters").optional(),
  }),
  response: z.object({ id: z.string() }),
});

export const CHANGES = ["test", "deactivate", "activate"] as const;

export const changeConsoleWebhook = route({
  method: "post",
  path: "/operator/webhooks/change",
  operationId: "operatorChangeWebhook",
  tag: "Operator",
  summary: "Tests, deactivates or activates a webhook",
  params: nothing,
  query: nothing,
  sent: z.strictObject({
    id: z.string().min(1).max(100).describe("a webhook's id"),
    change: z.enum(CHANGES).describe("test, deactivate or activate"),
  }),
  response: nothing,
});
