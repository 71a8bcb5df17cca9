import { sha256 } from "#sha256";
import { DataError } from "../../errors";
import { concatBytes, equalBytes, fromHex, toHex } from "../codec/bytes";
import { array, struct } from "../codec/combinators";
import { bytes, id, networkId, varBytes, versioned } from "../codec/fields";
import { decode } from "../codec/layout";
import { formatId } from "../ids";
import { decodeL1Message, decodeWarpMessage, decodeWarpPayload, type L1Message } from "../warp";

/** What a message between chains says. Ids are cb58, bytes 0x hex. */
export interface WarpContent {
  messageId: string;
  networkId: number;
  sourceBlockchainId: string;
  /** Who sent it, by an addressed call: 20 bytes on an EVM chain, none on the P-Chain. */
  sender?: string;
  /** The block that it attests, of another form of message. */
  blockHash?: string;
  /** What the sender said. */
  payload?: string;
  /** The same, if it is a message between the P-Chain and an L1's manager: its kind and its fields. */
  l1Message?: { kind: L1Message["type"]; validationId?: string; fields: { name: string; value: string }[] };
}

const unsignedMessage = versioned(struct({ networkId, sourceChainId: id, payload: varBytes() }));

/** Reads a message without its signature. @throws DataError */
export function readUnsignedWarp(unsigned: Uint8Array): WarpContent {
  const { networkId: network, sourceChainId, payload } = decode(unsignedMessage, unsigned);
  return contentOf({ messageId: sha256(unsigned), networkId: network, sourceChainId, payload });
}

/** Reads a signed message. @throws DataError */
export function readSignedWarp(signed: Uint8Array): WarpContent & { signers: number } {
  const message = decodeWarpMessage(signed);
  return { ...contentOf(message), signers: message.signers.length };
}

interface Message {
  messageId: Uint8Array;
  networkId: number;
  sourceChainId: Uint8Array;
  payload: Uint8Array;
}

function contentOf({ messageId, networkId: network, sourceChainId, payload }: Message): WarpContent {
  const content = {
    messageId: formatId(messageId),
    networkId: network,
    sourceBlockchainId: formatId(sourceChainId),
  };
  const inner = orUndefined(() => decodeWarpPayload(payload));
  if (inner === undefined) return { ...content, payload: toHex(payload) };
  if (inner.type === "Hash") return { ...content, blockHash: toHex(inner.hash) };
  const l1 = orUndefined(() => decodeL1Message(inner.payload));
  return {
    ...content,
    sender: toHex(inner.sourceAddress),
    payload: toHex(inner.payload),
    ...(l1 !== undefined && { l1Message: presentL1(l1, inner.payload) }),
  };
}

function presentL1(message: L1Message, payload: Uint8Array): NonNullable<WarpContent["l1Message"]> {
  // A validation is named by the message that registers it.
  const validation =
    message.type === "RegisterL1Validator"
      ? sha256(payload)
      : "validationId" in message
        ? message.validationId
        : undefined;
  return {
    kind: message.type,
    ...(validation !== undefined && { validationId: formatId(validation) }),
    fields: fieldsOf(message),
  };
}

function fieldsOf(message: L1Message): { name: string; value: string }[] {
  switch (message.type) {
    case "SubnetToL1Conversion":
      return [{ name: "Conversion", value: formatId(message.conversionId) }];
    case "RegisterL1Validator":
      return [
        { name: "Subnet", value: formatId(message.subnetId) },
        { name: "Node", value: `NodeID-${formatId(message.nodeId)}` },
        { name: "Weight", value: String(message.weight) },
        { name: "Expires", value: String(message.expiry) },
        { name: "BLS public key", value: toHex(message.blsPublicKey) },
      ];
    case "L1ValidatorRegistration":
      return [
        { name: "Validation", value: formatId(message.validationId) },
        { name: "Registered", value: String(message.registered) },
      ];
    case "L1ValidatorWeight":
      return [
        { name: "Validation", value: formatId(message.validationId) },
        { name: "Nonce", value: String(message.nonce) },
        { name: "Weight", value: String(message.weight) },
      ];
  }
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}

/** Where transactions send messages, and list those that they bring. */
export const WARP_ADDRESS: Uint8Array = fromHex(`0x02${"00".repeat(18)}05`);

/**
 * Messages that a transaction brings, by its access list: signed bytes; undefined for an entry that is none.
 * @source avalanchego vms/evm/predicate: the bytes, 0xff, and zeros up to whole words
 */
export function broughtMessages(
  accessList: readonly { address: Uint8Array; storageKeys: readonly Uint8Array[] }[],
): (Uint8Array | undefined)[] {
  return accessList
    .filter(({ address }) => equalBytes(address, WARP_ADDRESS))
    .map(({ storageKeys }) => {
      const padded = concatBytes(...storageKeys);
      const end = padded.findLastIndex((byte) => byte !== 0);
      return padded[end] === 0xff ? padded.subarray(0, end) : undefined;
    });
}

const predicateResults = versioned(
  array(struct({ txHash: bytes(32), results: array(struct({ address: bytes(20), failed: varBytes() })) })),
);

/** Bytes of fees before the results, since ACP-176 and before it. @source avalanchego graft/evm params/extras */
const FEE_BYTES = [24, 80];

/**
 * Whether each message that a transaction brings is valid, as its block's header says; undefined if the header says
 * nothing of it.
 */
export function readValidity(
  extraData: Uint8Array,
  txHash: Uint8Array,
): ((index: number) => boolean) | undefined {
  for (const start of FEE_BYTES) {
    const read = orUndefined(() => decode(predicateResults, extraData.subarray(start)));
    const ofTx = read?.find((each) => equalBytes(each.txHash, txHash));
    const failed = ofTx?.results.find(({ address }) => equalBytes(address, WARP_ADDRESS))?.failed;
    if (failed === undefined) continue;
    const bits = failed.length === 0 ? 0n : BigInt(toHex(failed));
    return (index) => ((bits >> BigInt(index)) & 1n) === 0n;
  }
  return undefined;
}
