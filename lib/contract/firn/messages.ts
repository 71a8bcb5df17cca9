import { z } from "zod";
import { parseMessageId } from "../../avalanche/evm/message-steps";
import { evmAddressParameter } from "../data/evm";
import { messageChainParameter } from "../data/icm";
import { integerParameter, pageSizeParameter, pageTokenParameter, textParameter } from "../data/parameters";
import { route } from "../route";
import { messageCarrier, messagePlace, warpContent } from "./evm-warp";

/** What became of a message, as far as the indexed chains say. */
export const MESSAGE_STATUSES = ["sent", "waiting", "delivered", "executed", "failed"] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** Ids are cb58, those of the messenger 64 hex digits. Addresses are EIP-55, bytes 0x hex; times are unix seconds. */
export const message = z
  .object({
    /** `icm`: of the messenger (Teleporter); `warp`: of any other sender. */
    form: z.enum(["icm", "warp"]),
    messageId: z.string(),
    sourceBlockchainId: z.string(),
    /** EVM chain id, if it is known. */
    sourceChainId: z.string().optional(),
    /** Of the messenger's messages, and of those to the P-Chain. Any other Warp message is for whoever reads it. */
    destinationBlockchainId: z.string().optional(),
    destinationChainId: z.string().optional(),
    /** Who sent it; no bytes (`0x`) for the P-Chain. */
    from: z.string().optional(),
    /** The contract that it is for. */
    to: z.string().optional(),
    payload: z.string().optional(),
    text: warpContent.shape.text,
    l1Message: warpContent.shape.l1Message,
    blockHash: warpContent.shape.blockHash,
    /**
     * `sent`: nothing says that it arrived, nor that it should have here; `waiting`: the chain that it is for is indexed and has
     * not taken it; `delivered`: it arrived; `executed` and `failed`: so did the call that it makes.
     */
    status: z.enum(MESSAGE_STATUSES),
    /** Seconds since the sending, of one that waits. */
    waitingSeconds: z.int().optional(),
    /** The first sending; absent if the source is not indexed. */
    sent: messagePlace.optional(),
    /** The first receipt. */
    arrived: messagePlace.optional(),
  })
  .meta({ id: "FirnMessage" });
export type Message = z.infer<typeof message>;

export const listedMessage = message
  .extend({
    /** For `before`: EVM chain id, height, and number in the block. */
    position: z.string(),
  })
  .meta({ id: "FirnListedMessage" });
export type ListedMessage = z.infer<typeof listedMessage>;

export const messages = z
  .object({
    nextPageToken: z.string().optional(),
    messages: z.array(listedMessage),
    /** Blocks whose messages are still being read: clauses by chain. */
    unread: z.array(z.string()),
  })
  .meta({ id: "FirnMessages" });

export const listMessages = route({
  method: "get",
  path: "/firn/v1/messages",
  operationId: "firnMessages",
  tag: "Firn",
  summary: "Messages between chains",
  description:
    "Warp messages and those of the messenger (ICM, Teleporter), newest first: each where it was sent, or where it arrived if its source is not indexed. A message with an invalid signature did not arrive.",
  params: z.object({}),
  query: z.object({
    form: z.enum(["icm", "warp"]).describe("icm or warp").optional(),
    /** At either end. */
    blockchainId: messageChainParameter.optional(),
    /** Who sent it, or whom it is for. */
    address: evmAddressParameter.optional(),
    before: textParameter((text) => {
      if (!/^\d{1,16}-\d{1,11}-\d{1,5}$/.test(text)) throw new RangeError(text);
    }, "a message's position").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: messages,
});

/** What a transaction did to a message. */
const step = messagePlace.extend({
  kind: z.enum(["sent", "arrived", "executed", "executionFailed", "feeAdded", "receiptReceived"]),
});

const fee = z.object({
  /** The token's address, on the source's chain. */
  token: z.string(),
  name: z.string().optional(),
  symbol: z.string().optional(),
  decimals: z.int().optional(),
  /** In the token's smallest unit. */
  amount: z.string(),
});

export const messageDetail = message
  .extend({
    nonce: z.string().optional(),
    requiredGasLimit: z.string().optional(),
    /** Who may deliver it; anybody if there are none. */
    allowedRelayers: z.array(z.string()).optional(),
    /** Receipts of earlier messages that it brings back: nonces of the other direction. */
    receipts: z.array(z.object({ nonce: z.string(), relayer: z.string() })).optional(),
    /** What is paid for the delivery, since the newest addition. */
    fee: fee.optional(),
    deliverer: z.string().optional(),
    rewardRedeemer: z.string().optional(),
    /** The Warp message that carries it. */
    warpMessageId: z.string().optional(),
    /** How many validators of the source signed what arrived. */
    signers: z.int().optional(),
    /** All steps that indexed chains know, oldest first. */
    steps: z.array(step),
    /** P-Chain transactions that carry it. */
    carriedBy: z.array(messageCarrier),
  })
  .meta({ id: "FirnMessageDetail" });
export type MessageDetail = z.infer<typeof messageDetail>;
export type MessageStepFacts = MessageDetail["steps"][number];

export const getMessage = route({
  method: "get",
  path: "/firn/v1/messages/{messageId}",
  operationId: "firnMessage",
  tag: "Firn",
  summary: "A message between chains, with all its steps",
  description:
    "By the messenger’s id or by the id of the Warp message, which is the same as the messenger’s message that it carries.",
  params: z.object({
    messageId: textParameter(parseMessageId, "a message id: 32 bytes in cb58 or hex"),
  }),
  query: z.object({}),
  response: messageDetail,
});

/** A key that may sign for the source, or for the destination in its place. */
const messageSigner = z.object({
  /** Nodes with this key: more than one if they share it. */
  nodeIds: z.array(z.string()),
  /** 48 bytes, compressed, hex. */
  publicKey: z.string(),
  weight: z.string(),
  hasSigned: z.boolean(),
});
export type MessageSigner = z.infer<typeof messageSigner>;

export const messageSigners = z
  .object({
    nextPageToken: z.string().optional(),
    /** How many keys signed; absent if it has not arrived. */
    signers: z.int().optional(),
    /** Who could sign, as far as it is proved. */
    set: z
      .object({
        /** Whose validators signed: the source's subnet, or the destination's if it asks for these. */
        subnetId: z.string(),
        /** The P-Chain height of the weights. */
        pChainHeight: z.string(),
        signedWeight: z.string(),
        /** Of those that can sign, and of all: the inactive ones of an L1 cannot, nor can those without a key. */
        signingWeight: z.string(),
        totalWeight: z.string(),
        /** Keys that can sign. */
        validatorCount: z.int(),
      })
      .optional(),
    /** Number of the first of `validators`, counted from 1. */
    first: z.int(),
    validators: z.array(messageSigner),
    /** `notArrived`: nothing signed is known; `unknownSet`: no known set of validators made the signature. */
    without: z.enum(["notArrived", "unknownSet"]).optional(),
  })
  .meta({ id: "FirnMessageSigners" });
export type MessageSigners = z.infer<typeof messageSigners>;

export const listMessageSigners = route({
  method: "get",
  path: "/firn/v1/messages/{messageId}/signers",
  operationId: "firnMessageSigners",
  tag: "Firn",
  summary: "Who signed a message between chains",
  description:
    "The validators at the moment of its arrival, in their canonical order, with those that signed. They are proved: their keys made the signature that arrived. Which set of validators a block was checked with is not in it, so it is the newest one that the P-Chain had before the arrival and whose keys made the signature.",
  params: getMessage.params,
  query: z.object({
    after: integerParameter({ min: 0, max: 99_999 })
      .optional()
      .describe("the number of a row, counted from 1, from 0 to 99999 (returns later ones)"),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: messageSigners,
});
