import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { route } from "../route";
import { evmAddressParameter, evmNetworkParameter } from "./evm";
import { pageSizeParameter, pageTokenParameter, textParameter } from "./parameters";

const TAG = "Interchain Messaging";

/** The messenger's id of a message: 32 bytes, hex. */
export const icmMessageIdParameter = textParameter((text) => {
  if (!/^(?:0x)?[0-9a-f]{64}$/i.test(text)) throw new RangeError(text);
}, "a message id: 64 hex digits, with or without 0x");

/** A blockchain at either end of a message. */
export const messageChainParameter = textParameter(
  (text) => /^\d{1,16}$/.test(text) || parseId(text),
  "a blockchain id in cb58, or an EVM chain id in decimal digits",
);

const receipt = z.object({ receivedMessageNonce: z.string(), relayerRewardAddress: z.string() });

/**
 * What is paid for the delivery, by a token of the source's chain. The zero address and 0 also stand where the source is not indexed, so
 * that nobody here knows the fee: the shape has no other word. Likewise empty texts and 0 decimals for a token of which nothing is known.
 */
const rewardDetails = z
  .object({
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    decimals: z.int(),
    logoUri: z.string().optional(),
    ercType: z.literal("ERC-20"),
    /** In the token's smallest unit. */
    value: z.string(),
  })
  .meta({ id: "IcmRewardDetails" });

/** `gasSpent`: what the transaction paid, in the smallest unit of its chain's coin. Times are unix seconds. */
const sourceTransaction = z
  .object({ txHash: z.string(), timestamp: z.int(), gasSpent: z.string() })
  .meta({ id: "IcmSourceTransaction" });
const destinationTransaction = sourceTransaction
  .extend({ rewardRedeemer: z.string(), delivererAddress: z.string() })
  .meta({ id: "IcmDestinationTransaction" });

/** Bytes are 0x hex, addresses EIP-55. Of a chain without a known EVM chain id, its blockchain id stands in its place. */
const common = {
  /** 64 hex digits without 0x. */
  messageId: z.string(),
  sourceBlockchainId: z.string(),
  destinationBlockchainId: z.string(),
  sourceEvmChainId: z.string(),
  destinationEvmChainId: z.string(),
  messageNonce: z.string(),
  from: z.string(),
  to: z.string(),
  data: z.string().optional(),
  messageExecuted: z.boolean(),
  receipts: z.array(receipt.meta({ id: "IcmReceipt" })),
  receiptDelivered: z.boolean(),
  rewardDetails,
};

/** A message by the name that its list has for the contract. */
function messageBy<Contract extends string>(contract: Contract, name: string) {
  const named = { ...common, [contract]: z.string() } as typeof common & Record<Contract, z.ZodString>;
  return z.discriminatedUnion("status", [
    z.object({ ...named, sourceTransaction, status: z.literal("pending") }).meta({ id: `Pending${name}` }),
    z
      .object({ ...named, sourceTransaction, destinationTransaction, status: z.literal("delivered") })
      .meta({ id: `Delivered${name}` }),
    z
      .object({ ...named, destinationTransaction, status: z.literal("delivered_source_not_indexed") })
      .meta({ id: `DeliveredSourceNotIndexed${name}` }),
  ]);
}

export const icmMessage = messageBy("icmContractAddress", "IcmMessage");
export type IcmMessage = z.infer<typeof icmMessage>;
export const teleporterMessage = messageBy("teleporterContractAddress", "TeleporterMessage");
export type TeleporterMessage = z.infer<typeof teleporterMessage>;

const listOf = <T extends z.ZodType>(message: T, id: string) =>
  z.object({ nextPageToken: z.string().optional(), messages: z.array(message) }).meta({ id });

const NOTE =
  "Of the messenger (Teleporter) on the EVM chains that this Firn indexes. A message is pending as long as none of them received it: what a chain that is not indexed received is not known. `rewardDetails` are nought where the source is not indexed, and nobody here knows the fee.";
const ORDER = "By the time of the sending, newest first; where the source is not indexed, of the receipt.";

const paging = { pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() };
const filters = {
  sourceBlockchainId: messageChainParameter.optional(),
  destinationBlockchainId: messageChainParameter.optional(),
  blockchainId: messageChainParameter.optional(),
  to: evmAddressParameter.optional(),
  from: evmAddressParameter.optional(),
  network: evmNetworkParameter,
};

export const getIcmMessage = route({
  method: "get",
  path: "/v1/icm/messages/{messageId}",
  operationId: "getIcmMessage",
  tag: TAG,
  summary: "Get an ICM message",
  description: NOTE,
  params: z.object({ messageId: icmMessageIdParameter }),
  query: z.object({}),
  response: icmMessage,
});

export const listIcmMessages = route({
  method: "get",
  path: "/v1/icm/messages",
  operationId: "listIcmMessages",
  tag: TAG,
  summary: "List ICM messages",
  description: `${ORDER} ${NOTE}`,
  params: z.object({}),
  query: z.object({ ...paging, ...filters }),
  response: listOf(icmMessage, "ListIcmMessagesResponse"),
});

export const listIcmMessagesByAddress = route({
  method: "get",
  path: "/v1/icm/addresses/{address}/messages",
  operationId: "listIcmMessagesByAddress",
  tag: TAG,
  summary: "List ICM messages by address",
  description: `Those that the address sent or that are for it. ${ORDER} ${NOTE}`,
  params: z.object({ address: evmAddressParameter }),
  query: z.object({ ...paging, network: evmNetworkParameter }),
  response: listOf(icmMessage, "ListIcmMessagesResponse"),
});

/** The same three routes at their older addresses. */
export const getTeleporterMessage = route({
  ...getIcmMessage,
  path: "/v1/teleporter/messages/{messageId}",
  operationId: "getTeleporterMessage",
  summary: "Get a teleporter message",
  deprecated: true,
  response: teleporterMessage,
});

export const listTeleporterMessages = route({
  ...listIcmMessages,
  path: "/v1/teleporter/messages",
  operationId: "listTeleporterMessages",
  summary: "List teleporter messages",
  deprecated: true,
  response: listOf(teleporterMessage, "ListTeleporterMessagesResponse"),
});

export const listTeleporterMessagesByAddress = route({
  ...listIcmMessagesByAddress,
  path: "/v1/teleporter/addresses/{address}/messages",
  operationId: "listTeleporterMessagesByAddress",
  summary: "List teleporter messages by address",
  deprecated: true,
  response: listOf(teleporterMessage, "ListTeleporterMessagesResponse"),
});
