import { sha256 } from "#sha256";
import { DataError } from "../errors";
import { array, oneOf, struct, tagged } from "./codec/combinators";
import {
  bool,
  bytes,
  embedded,
  id,
  NODE_ID,
  networkId,
  sizedBytes,
  subnetId,
  time,
  u64,
  varBytes,
  versioned,
} from "./codec/fields";
import { pChainOwner } from "./codec/fx";
import { decode, encode, named, type TypeOf } from "./codec/layout";

const blsPublicKey = named({ label: "BLS public key" }, bytes(48));

/** Messages between the P-Chain and an L1's manager, inside an addressed call. */
export const l1Message = versioned(
  oneOf({
    SubnetToL1Conversion: { typeId: 0, layout: struct({ conversionId: id }) },
    RegisterL1Validator: {
      typeId: 1,
      layout: struct({
        subnetId,
        nodeId: sizedBytes(20, NODE_ID),
        blsPublicKey,
        expiry: time,
        remainingBalanceOwner: pChainOwner,
        disableOwner: pChainOwner,
        weight: u64,
      }),
    },
    L1ValidatorRegistration: { typeId: 2, layout: struct({ validationId: id, registered: bool }) },
    L1ValidatorWeight: { typeId: 3, layout: struct({ validationId: id, nonce: u64, weight: u64 }) },
  }),
);
export type L1Message = TypeOf<typeof l1Message>;

const payload = versioned(
  oneOf({
    Hash: { typeId: 0, layout: struct({ hash: id }) },
    AddressedCall: {
      typeId: 1,
      layout: struct({ sourceAddress: varBytes(), payload: embedded(l1Message) }),
    },
  }),
);
export type WarpPayload = TypeOf<typeof payload>;

/** A message between chains with the aggregate BLS signature of its source's validators. */
export const signedWarpMessage = versioned(
  struct({
    networkId,
    sourceChainId: id,
    payload: embedded(payload),
    signature: tagged(0, "BitSetSignature", struct({ signers: varBytes(), signature: bytes(96) })),
  }),
);

export interface WarpMessage {
  /** sha256 of the unsigned bytes. */
  messageId: Uint8Array;
  networkId: number;
  sourceChainId: Uint8Array;
  /** Still encoded, see `decodeWarpPayload`. */
  payload: Uint8Array;
  /** The message without its signature. */
  unsigned: Uint8Array;
  /** Positions of the signers in the canonical order of the source's validators. */
  signers: number[];
  /** 96 bytes, compressed G2, aggregated. */
  signature: Uint8Array;
}

/** @throws DataError */
export function decodeWarpMessage(signed: Uint8Array): WarpMessage {
  const { networkId, sourceChainId, payload, signature } = decode(signedWarpMessage, signed);
  const unsigned = signed.subarray(0, signed.length - SIGNATURE_BYTES - signature.signers.length);
  return {
    messageId: sha256(unsigned),
    networkId,
    sourceChainId,
    payload,
    unsigned,
    signers: setBits(signature.signers),
    signature: signature.signature,
  };
}

/** Decodes the payload of a warp message. @throws DataError */
export function decodeWarpPayload(bytes: Uint8Array): WarpPayload {
  return decode(payload, bytes);
}

/** Decodes the content of an addressed call between the P-Chain and an L1's manager. @throws DataError */
export function decodeL1Message(bytes: Uint8Array): L1Message {
  return decode(l1Message, bytes);
}

/**
 * The message of one kind inside a signed warp message, with its bytes.
 * @throws DataError BYTES_INVALID if the warp message holds something else
 */
export function expectL1Message<K extends L1Message["type"]>(
  signed: Uint8Array,
  type: K,
): { message: Extract<L1Message, { type: K }>; bytes: Uint8Array } {
  const call = decodeWarpPayload(decodeWarpMessage(signed).payload);
  if (call.type !== "AddressedCall") throw unexpected(type, call.type);
  const message = decodeL1Message(call.payload);
  if (message.type !== type) throw unexpected(type, message.type);
  return { message: message as Extract<L1Message, { type: K }>, bytes: call.payload };
}

/** The initial validators of an L1, in the form that its manager contract checks. */
const conversion = versioned(
  struct({
    subnetId,
    managerChainId: id,
    managerAddress: varBytes(),
    validators: array(struct({ nodeId: varBytes(NODE_ID), blsPublicKey, weight: u64 })),
  }),
);

/** Id of a subnet's conversion: sha256 of what the P-Chain then attests. */
export function conversionIdOf(data: TypeOf<typeof conversion>): Uint8Array {
  return sha256(encode(conversion, data));
}

/** Size of a signature after the unsigned message, without its set of signers: type id, length, signature. */
const SIGNATURE_BYTES = 4 + 4 + 96;

/** Positions of the set bits of a big-endian integer, ascending. */
function setBits(bytes: Uint8Array): number[] {
  const positions: number[] = [];
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    if (((bytes.at(-1 - (bit >> 3)) ?? 0) >> (bit & 7)) & 1) positions.push(bit);
  }
  return positions;
}

function unexpected(expected: string, found: string): DataError {
  return new DataError("BYTES_INVALID", `the warp message says ${found}, not ${expected}`, {
    details: { offset: 0, path: "message" },
  });
}
