import { equalBytes, fromHex } from "../codec/bytes";
import type { EvmLog } from "./receipt";

/** A message between chains, as seen by the messenger on one of them. */
export interface TeleporterMessage {
  /** 32 bytes. */
  messageId: Uint8Array;
  /** Whether this transaction sent it, or received it. */
  isSent: boolean;
  /** The blockchain at the other end, 32 bytes. */
  otherBlockchainId: Uint8Array;
}

/**
 * The message in an event of the known messenger; undefined for other events and other contracts.
 * @source icm-contracts, TeleporterMessenger: SendCrossChainMessage, ReceiveCrossChainMessage
 */
export function teleporterMessageOf({
  address,
  topics,
}: Pick<EvmLog, "address" | "topics">): TeleporterMessage | undefined {
  const [signature, messageId, otherBlockchainId] = topics;
  if (signature === undefined || messageId === undefined || otherBlockchainId === undefined) return undefined;
  if (!equalBytes(address, MESSENGER)) return undefined;
  const isSent = equalBytes(signature, SENT);
  if (!isSent && !equalBytes(signature, RECEIVED)) return undefined;
  return { messageId, isSent, otherBlockchainId };
}

/** The messenger's address on every chain that has it. */
const MESSENGER = fromHex("0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf");
const SENT = fromHex("0x2a211ad4a59ab9d003852404f9c57c690704ee755f3c79d2c2812ad32da99df8");
const RECEIVED = fromHex("0x292ee90bbaf70b5d4936025e09d56ba08f3e421156b6a568cf3c2840d9343e34");
