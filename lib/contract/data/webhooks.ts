import { z } from "zod";
import { parseAddress, parseId, parseNodeId } from "../../avalanche/ids";
import { route } from "../route";
import { checkEvmAddress } from "./evm";
import { pageSizeParameter, pageTokenParameter, textParameter } from "./parameters";

/** Webhooks: what Firn sends to whom when something happens. Managed by keys that may, and by the operator. */

const TAG = "Webhooks";

const EVENT_TYPES = ["address_activity", "primary_network_address_activity", "validator_activity"] as const;
export type WebhookEventType = (typeof EVENT_TYPES)[number];

/** Sub-events of P-Chain addresses and of validators that Firn tells. */
export const ADDRESS_SUB_EVENTS = ["balance_change", "reward_distribution"] as const;
export type AddressSubEvent = (typeof ADDRESS_SUB_EVENTS)[number];
export const VALIDATOR_SUB_EVENTS = [
  ...(["validator_stake", "delegator_stake", "reward_distribution"] as const),
  ...(["l1_validator_balance_increased", "l1_validator_disabled", "l1_validator_removed"] as const),
] as const;
export type ValidatorSubEvent = (typeof VALIDATOR_SUB_EVENTS)[number];

/** Most addresses of one webhook, and event signatures. */
export const MOST_ADDRESSES = 1_000;
const MOST_SIGNATURES = 100;
const MOST_KEYS = 100;

const evmAddress = textParameter(checkEvmAddress, "an EVM address");
const addresses = z
  .array(evmAddress)
  .min(1)
  .max(MOST_ADDRESSES)
  .describe(`a list of 1 to ${MOST_ADDRESSES} EVM addresses: 0x and 40 hex digits each`);
const eventSignatures = z
  .array(z.string().regex(/^0x[0-9a-f]{64}$/i))
  .max(MOST_SIGNATURES)
  .describe(`a list of at most ${MOST_SIGNATURES} hashes of event signatures: 0x and 64 hex digits each`)
  .optional();
const nodeId = textParameter(parseNodeId, "a node id");
const subnetId = textParameter(parseId, "a subnet id");

/** What an EVM webhook watches: transactions in which an address takes part, with one of these events if any are given. */
export const evmMetadata = z.object({ eventSignatures, addresses }).meta({ id: "AddressActivityMetadata" });

const subEvents = <const Name extends string>(names: readonly Name[]) =>
  z.array(z.enum(names)).min(1).max(names.length);

/** What of which P-Chain addresses. */
export const addressMetadata = z
  .object({
    keyType: z.literal("addresses").describe("addresses"),
    keys: z
      .array(textParameter(parseAddress, "an address"))
      .min(1)
      .max(MOST_KEYS)
      .describe(`a list of 1 to ${MOST_KEYS} P-Chain addresses, such as P-avax1…`),
    subEvents: z
      .object({ addressActivitySubEvents: subEvents(ADDRESS_SUB_EVENTS) })
      .describe(`{"addressActivitySubEvents": […]} with ${ADDRESS_SUB_EVENTS.join(", ")}`),
  })
  .meta({ id: "PrimaryNetworkAddressActivityMetadata" });

/** What of which validators. */
export const validatorMetadata = z
  .object({
    keyType: z.enum(["nodeId", "subnetId"]).describe("nodeId or subnetId"),
    keys: z.array(z.string()).length(1).describe("a list of one node id or subnet id, as keyType says"),
    subEvents: z
      .object({ validatorActivitySubEvents: subEvents(VALIDATOR_SUB_EVENTS) })
      .describe(`{"validatorActivitySubEvents": […]} with ${VALIDATOR_SUB_EVENTS.join(", ")}`),
    nodeIds: z.array(nodeId).max(MOST_KEYS).describe("a list of node ids").optional(),
    subnetIds: z.array(subnetId).max(MOST_KEYS).describe("a list of subnet ids").optional(),
  })
  .meta({ id: "ValidatorActivityMetadata" });

export type EvmMetadata = z.output<typeof evmMetadata>;
export type AddressMetadata = z.output<typeof addressMetadata>;
export type ValidatorMetadata = z.output<typeof validatorMetadata>;

const status = z.enum(["active", "inactive"]).describe("active or inactive");
const described = {
  id: z.string(),
  url: z.string(),
  chainId: z.string(),
  status,
  /** Unix seconds. */
  createdAt: z.int(),
  name: z.string(),
  description: z.string(),
};

const evmWebhook = z
  .object({
    ...described,
    eventType: z.literal("address_activity"),
    metadata: evmMetadata,
    includeInternalTxs: z.boolean().optional(),
    includeLogs: z.boolean().optional(),
  })
  .meta({ id: "EVMAddressActivityResponse" });
export type EvmWebhook = z.output<typeof evmWebhook>;

const webhook = z.union([
  evmWebhook,
  z
    .object({
      ...described,
      eventType: z.literal("primary_network_address_activity"),
      metadata: addressMetadata,
    })
    .meta({ id: "PrimaryNetworkAddressActivityResponse" }),
  z
    .object({ ...described, eventType: z.literal("validator_activity"), metadata: validatorMetadata })
    .meta({ id: "ValidatorActivityResponse" }),
]);
export type Webhook = z.output<typeof webhook>;

const url = z.string().min(1).max(2_000).describe("a URL of http or https, at most 2000 characters");
const name = z.string().max(200).describe("a text of at most 200 characters").optional();
const description = z.string().max(1_000).describe("a text of at most 1000 characters").optional();
const yesOrNo = z.boolean().describe("true or false").optional();
const noQuery = z.object({});
const byId = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
    .describe("a webhook's id: a UUID"),
});

/** What is made. `metadata` is checked by what the event type says: `evmMetadata`, `addressMetadata`, `validatorMetadata`. */
export const newWebhook = z
  .object({
    eventType: z.enum(EVENT_TYPES).describe(EVENT_TYPES.join(", ").replace(/, (\w+)$/, " or $1")),
    url,
    name,
    description,
    chainId: z.string().max(100).describe("a chain id").optional(),
    network: z.enum(["mainnet", "fuji"]).describe("mainnet or fuji").optional(),
    metadata: z.looseObject({}).describe("an object that says what is watched"),
    includeInternalTxs: yesOrNo,
    includeLogs: yesOrNo,
  })
  .meta({ id: "CreateWebhookRequest" });

export const createWebhook = route({
  method: "post",
  path: "/v1/webhooks",
  operationId: "createWebhook",
  tag: TAG,
  manages: "own",
  summary: "Create a webhook",
  description: "It tells what happens from the next block on.",
  params: noQuery,
  query: noQuery,
  sent: newWebhook,
  answers: "made",
  response: webhook,
});

export const listWebhooks = route({
  method: "get",
  path: "/v1/webhooks",
  operationId: "listWebhooks",
  tag: TAG,
  manages: "own",
  summary: "List webhooks",
  description: "Those of the API key, the newest first.",
  params: noQuery,
  query: z.object({
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
    status: status.optional(),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), webhooks: z.array(webhook) })
    .meta({ id: "ListWebhooksResponse" }),
});

export const getWebhook = route({
  method: "get",
  path: "/v1/webhooks/{id}",
  operationId: "getWebhook",
  tag: TAG,
  manages: "own",
  summary: "Get a webhook by ID",
  params: byId,
  query: noQuery,
  response: webhook,
});

export const deactivateWebhook = route({
  method: "delete",
  path: "/v1/webhooks/{id}",
  operationId: "deactivateWebhook",
  tag: TAG,
  manages: "own",
  summary: "Deactivate a webhook",
  description: "What waits for it is dropped. It is kept, and can be made active again.",
  params: byId,
  query: noQuery,
  response: webhook,
});

export const updateWebhook = route({
  method: "patch",
  path: "/v1/webhooks/{id}",
  operationId: "updateWebhook",
  tag: TAG,
  manages: "own",
  summary: "Update a webhook",
  description: "One that is made active tells what happens from the next block on.",
  params: byId,
  query: noQuery,
  sent: z
    .object({
      name,
      description,
      url: url.optional(),
      status: status.optional(),
      includeInternalTxs: yesOrNo,
      includeLogs: yesOrNo,
    })
    .meta({ id: "UpdateWebhookRequest" }),
  response: webhook,
});

const secret = z.object({ secret: z.string() }).meta({ id: "SharedSecretsResponse" });

export const generateOrRotateSharedSecret = route({
  method: "post",
  path: "/v1/webhooks:generateOrRotateSharedSecret",
  tag: TAG,
  manages: "own",
  operationId: "generateOrRotateSharedSecret",
  summary: "Generate or rotate a shared secret",
  description: "It signs everything that is sent to the API key's webhooks from now on.",
  params: noQuery,
  query: noQuery,
  answers: "made",
  response: secret,
});

export const getSharedSecret = route({
  method: "get",
  path: "/v1/webhooks:getSharedSecret",
  operationId: "getSharedSecret",
  tag: TAG,
  manages: "own",
  summary: "Get a shared secret",
  params: noQuery,
  query: noQuery,
  response: secret,
});

const changed = z.object({ addresses }).meta({ id: "AddressesChangeRequest" });

export const getAddressesFromWebhook = route({
  method: "get",
  path: "/v1/webhooks/{id}/addresses",
  operationId: "getAddressesFromWebhook",
  tag: TAG,
  manages: "own",
  summary: "List addresses of an EVM activity webhook",
  params: byId,
  query: z.object({ pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      addresses: z.array(z.string()),
      totalAddresses: z.int(),
    })
    .meta({ id: "ListWebhookAddressesResponse" }),
});

export const addAddressesToWebhook = route({
  method: "patch",
  path: "/v1/webhooks/{id}/addresses",
  operationId: "addAddressesToWebhook",
  tag: TAG,
  manages: "own",
  summary: "Add addresses to an EVM activity webhook",
  params: byId,
  query: noQuery,
  sent: changed,
  response: evmWebhook,
});

export const removeAddressesFromWebhook = route({
  method: "delete",
  path: "/v1/webhooks/{id}/addresses",
  tag: TAG,
  manages: "own",
  operationId: "removeAddressesFromWebhook",
  summary: "Remove addresses from an EVM activity webhook",
  params: byId,
  query: noQuery,
  sent: changed,
  response: evmWebhook,
});
