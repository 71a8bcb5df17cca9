import { type AbiParameter, decodeAbiParameters, parseAbiParameters } from "viem";
import { DataError } from "../../errors";
import { concatBytes, equalBytes, fromHex, toHex } from "../codec/bytes";
import { quantityToBigint } from "../codec/rlp";
import { parseId } from "../ids";
import { decodeWarpMessage, decodeWarpPayload } from "../warp";
import { hashSignature } from "./abi/entries";
import { isMessenger, MESSENGER_BOOK, MESSENGER_FEE, MESSENGER_MESSAGE } from "./messenger";
import type { EvmLog } from "./receipt";
import { broughtMessages, readValidity, WARP_ADDRESS } from "./warp-messages";

/**
 * What a transaction may do to a message between chains. A Warp message is sent by an event and brought by an access list.
 * One that the messenger sends (ICM, Teleporter) is wrapped in a Warp message: `wrapped` and `unwrapped` are those. What
 * attests a block was sent by nobody: validators sign it on demand.
 */
export const MESSAGE_STEPS = [
  "warpSent",
  "warpBrought",
  "wrapped",
  "unwrapped",
  "sent",
  "received",
  "executed",
  "executionFailed",
  "feeAdded",
  "receiptReceived",
  "attestationBrought",
] as const;
export type MessageStepKind = (typeof MESSAGE_STEPS)[number];

/** A step in the life of a message between chains, as its transaction's events or access list say. */
export interface MessageStep {
  kind: MessageStepKind;
  /** 32 bytes: of Warp, sha256 of the unsigned message; otherwise the messenger's id. */
  messageId: Uint8Array;
  /** The blockchain at the other end, 32 bytes; none where the step does not say. */
  otherBlockchainId: Uint8Array;
  /** 20 bytes, of the chain that sent it. */
  sender: Uint8Array | undefined;
  /** 20 bytes, of the chain that receives it. */
  recipient: Uint8Array | undefined;
  /**
   * Of Warp messages the unsigned bytes; of the messenger's events the fourth topic, if there is one, and the data. None for
   * `wrapped` and `unwrapped`, which another step tells, and `executionFailed`, which repeats what was received.
   */
  data: Uint8Array;
}

/** Bytes of a message's id: of Warp in cb58 or 0x hex, of the messenger in hex with or without 0x. @throws InputError */
export function parseMessageId(text: string): Uint8Array {
  return /^[0-9a-f]{64}$/i.test(text) ? fromHex(text) : parseId(text);
}

/** The messenger's events that are steps. */
const KINDS: Partial<Record<string, MessageStepKind>> = {
  SendCrossChainMessage: "sent",
  ReceiveCrossChainMessage: "received",
  MessageExecuted: "executed",
  MessageExecutionFailed: "executionFailed",
  AddFeeAmount: "feeAdded",
  ReceiptReceived: "receiptReceived",
};
const WARP_SENDING = fromHex(hashSignature("SendWarpMessage(address,bytes32,bytes)"));

const NOTHING = new Uint8Array();

/** The step that an event tells of: of the known messenger, or of the Warp precompile. Undefined for any other. */
export function messageStepOf({ address, topics, data }: EvmLog): MessageStep | undefined {
  if (equalBytes(address, WARP_ADDRESS)) return sendingOf(topics, data);
  if (!isMessenger(address)) return undefined;
  const kind = KINDS[MESSENGER_BOOK.event(topics.map(toHex))?.name ?? ""];
  if (kind === undefined) return undefined;
  const [, messageId = NOTHING, otherBlockchainId = NOTHING, last = NOTHING] = topics;
  const ends = kind === "sent" ? endsOf(data, 0) : kind === "received" ? endsOf(data, 1) : {};
  return {
    kind,
    messageId,
    otherBlockchainId,
    sender: ends.sender,
    recipient: ends.recipient,
    data: kind === "executionFailed" ? NOTHING : concatBytes(last, data),
  };
}

/** The event of a Warp message: its topics are the event, the sender and the id; its data the unsigned message. */
function sendingOf(topics: readonly Uint8Array[], data: Uint8Array): MessageStep | undefined {
  const [signature = NOTHING, sender = NOTHING, messageId = NOTHING] = topics;
  if (topics.length !== 3 || !equalBytes(signature, WARP_SENDING)) return undefined;
  const from = sender.subarray(12);
  const isWrapping = isMessenger(from);
  return {
    kind: isWrapping ? "wrapped" : "warpSent",
    messageId,
    otherBlockchainId: NOTHING,
    sender: from,
    recipient: undefined,
    data: isWrapping ? NOTHING : bytesAt(data, 0),
  };
}

interface BringingTransaction {
  hash: Uint8Array;
  accessList: Parameters<typeof broughtMessages>[0];
}

/** The messages that a transaction brings and whose signatures its block's header calls valid. */
export function broughtSteps(
  { hash, accessList }: BringingTransaction,
  extraData: Uint8Array,
): MessageStep[] {
  const brought = broughtMessages(accessList);
  if (brought.length === 0) return [];
  const isValid = readValidity(extraData, hash);
  if (isValid === undefined) return [];
  return brought.flatMap((signed, index) =>
    signed === undefined || !isValid(index) ? [] : (orNothing(() => bringingOf(signed)) ?? []),
  );
}

function bringingOf(signed: Uint8Array): MessageStep {
  const { messageId, sourceChainId, payload, unsigned } = decodeWarpMessage(signed);
  const inner = orNothing(() => decodeWarpPayload(payload));
  const sender = inner?.type === "AddressedCall" ? inner.sourceAddress : NOTHING;
  const isWrapped = isMessenger(sender);
  return {
    kind: isWrapped ? "unwrapped" : inner?.type === "AddressedCall" ? "warpBrought" : "attestationBrought",
    messageId,
    otherBlockchainId: sourceChainId,
    recipient: undefined,
    sender: sender.length === ADDRESS ? sender : undefined,
    data: isWrapped ? NOTHING : unsigned,
  };
}

function orNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

const WORD = 32;
const ADDRESS = 20;

/** The word at an index of a structure that begins at `start`; zeros where the data end before. */
function wordAt(data: Uint8Array, start: number, index: number): Uint8Array {
  const word = new Uint8Array(WORD);
  word.set(data.subarray(start + index * WORD, start + (index + 1) * WORD));
  return word;
}

/** Where something of variable length begins, whose place the word at an index of the data tells. */
function startAt(data: Uint8Array, index: number): number | undefined {
  const start = quantityToBigint(wordAt(data, 0, index));
  return start > data.length ? undefined : Number(start);
}

/** The bytes that the word at an index of the data points to. */
function bytesAt(data: Uint8Array, index: number): Uint8Array {
  const start = startAt(data, index);
  if (start === undefined) return NOTHING;
  const length = quantityToBigint(wordAt(data, start, 0));
  return length > data.length ? NOTHING : data.subarray(start + WORD, start + WORD + Number(length));
}

/** Who sent the message that the word at an index of an event's data points to, and whom it is for. */
function endsOf(data: Uint8Array, index: number): Pick<Partial<MessageStep>, "sender" | "recipient"> {
  const start = startAt(data, index);
  if (start === undefined || start + 4 * WORD > data.length) return {};
  return {
    sender: wordAt(data, start, 1).subarray(WORD - ADDRESS),
    recipient: wordAt(data, start, 3).subarray(WORD - ADDRESS),
  };
}

/** A message as the messenger's events have it. Addresses are EIP-55, bytes 0x hex. */
export interface MessengerMessage {
  messageNonce: bigint;
  originSenderAddress: string;
  destinationBlockchainID: string;
  destinationAddress: string;
  requiredGasLimit: bigint;
  allowedRelayerAddresses: readonly string[];
  receipts: readonly { receivedMessageNonce: bigint; relayerRewardAddress: string }[];
  message: string;
}

/** What is paid for a delivery, in units of a token of the source's chain. */
export interface MessageFee {
  feeTokenAddress: string;
  amount: bigint;
}

const SENT: readonly AbiParameter[] = parseAbiParameters(`${MESSENGER_MESSAGE}, ${MESSENGER_FEE}`);
const RECEIVED: readonly AbiParameter[] = parseAbiParameters(`address rewardRedeemer, ${MESSENGER_MESSAGE}`);
const FEE_ALONE: readonly AbiParameter[] = parseAbiParameters(MESSENGER_FEE);

/** Reads the data of a `sent` step; undefined if they are of another form. */
export function readSent(data: Uint8Array): { message: MessengerMessage; fee: MessageFee } | undefined {
  const [message, fee] = read<[MessengerMessage, MessageFee]>(SENT, data) ?? [];
  return message && fee && { message, fee };
}

/** Reads the data of a `received` step, likewise. */
export function readReceived(
  data: Uint8Array,
): { message: MessengerMessage; deliverer: Uint8Array; rewardRedeemer: string } | undefined {
  const [rewardRedeemer, message] = read<[string, MessengerMessage]>(RECEIVED, data.subarray(WORD)) ?? [];
  if (rewardRedeemer === undefined || message === undefined) return undefined;
  return { message, deliverer: data.subarray(WORD - ADDRESS, WORD), rewardRedeemer };
}

/** Reads the data of a `feeAdded` step, likewise: the whole fee since. */
export function readFee(data: Uint8Array): MessageFee | undefined {
  return read<[MessageFee]>(FEE_ALONE, data)?.[0];
}

/** Reads the data of a `receiptReceived` step, likewise: who may take the fee. */
export function readReceipt(
  data: Uint8Array,
): { relayerRewardAddress: Uint8Array; fee: MessageFee } | undefined {
  const fee = readFee(data.subarray(WORD));
  return fee && { relayerRewardAddress: data.subarray(WORD - ADDRESS, WORD), fee };
}

function read<Values>(parameters: readonly AbiParameter[], data: Uint8Array): Values | undefined {
  try {
    return decodeAbiParameters(parameters, data) as unknown as Values;
  } catch {
    // Viem has a class for each way in which data may not fit.
    return undefined;
  }
}
