import { base58, bech32 } from "@scure/base";
import { sha256 } from "#sha256";
import { DataError, InputError } from "../errors";
import { concatBytes, equalBytes, excerpt, fromHex } from "./codec/bytes";

/** 32 zero bytes: the primary network's subnet id, and the P-Chain's blockchain id. */
export const PRIMARY_NETWORK_ID: Uint8Array = new Uint8Array(32);

const CHECKSUM_BYTES = 4;
const NODE_ID_PREFIX = "NodeID-";

/** `bytes` followed by the node's checksum, as in hex texts and cb58: the last 4 bytes of their sha256. */
export function withChecksum(bytes: Uint8Array): Uint8Array {
  return concatBytes(bytes, sha256(bytes).subarray(-CHECKSUM_BYTES));
}

/** @throws DataError CHECKSUM_MISMATCH if the last 4 bytes are not the checksum of those before */
export function stripChecksum(bytes: Uint8Array): Uint8Array {
  return splitChecksum(bytes).payload;
}

/** The same, with the sha256 of what is left. @throws DataError CHECKSUM_MISMATCH */
export function splitChecksum(bytes: Uint8Array): { payload: Uint8Array; hash: Uint8Array } {
  const payload = bytes.subarray(0, Math.max(0, bytes.length - CHECKSUM_BYTES));
  const hash = sha256(payload);
  if (
    bytes.length < CHECKSUM_BYTES ||
    !equalBytes(hash.subarray(-CHECKSUM_BYTES), bytes.subarray(-CHECKSUM_BYTES))
  ) {
    throw new DataError(
      "CHECKSUM_MISMATCH",
      `the checksum at the end of ${bytes.length} bytes does not fit them`,
    );
  }
  return { payload, hash };
}

/** cb58 of any bytes: base58 with a checksum. */
export function toCb58(bytes: Uint8Array): string {
  return base58.encode(withChecksum(bytes));
}

/** Text of a 32-byte id, in cb58. */
export function formatId(id: Uint8Array): string {
  return toCb58(id);
}

/**
 * A 32-byte id from cb58, or from 0x and 64 hex digits.
 * @throws InputError BAD_PARAMETER
 */
export function parseId(text: string): Uint8Array {
  const id = text.startsWith("0x") ? tryHex(text) : tryCb58(text);
  if (id?.length !== 32) {
    throw new InputError("BAD_PARAMETER", `"${excerpt(text)}" is not an id: cb58 or 0x hex of 32 bytes`);
  }
  return id;
}

/** Text of a 20-byte node id: `NodeID-` and cb58. */
export function formatNodeId(nodeId: Uint8Array): string {
  return NODE_ID_PREFIX + toCb58(nodeId);
}

/** @throws InputError BAD_PARAMETER */
export function parseNodeId(text: string): Uint8Array {
  const nodeId = text.startsWith(NODE_ID_PREFIX) ? tryCb58(text.slice(NODE_ID_PREFIX.length)) : undefined;
  if (nodeId?.length !== 20) {
    throw new InputError(
      "BAD_PARAMETER",
      `"${excerpt(text)}" is not a node id: NodeID- and cb58 of 20 bytes`,
    );
  }
  return nodeId;
}

/** bech32 text of a 20-byte address, without a chain. */
export function formatAddress(hrp: string, address: Uint8Array): string {
  return bech32.encode(hrp, bech32.toWords(address));
}

export interface ParsedAddress {
  /** The chain before the dash; undefined if there is none. */
  chain?: "P" | "X" | "C";
  hrp: string;
  /** 20 bytes. */
  address: Uint8Array;
}

/**
 * Parses a bech32 address with or without its chain: `P-avax1…` or `avax1…`. The caller checks that `hrp` is the
 * network's.
 * @throws InputError BAD_PARAMETER
 */
export function parseAddress(text: string): ParsedAddress {
  const match = /^(?:([PXC])-)?([a-z0-9]+1[a-z0-9]+)$/.exec(text);
  const decoded = match?.[2] === undefined ? undefined : tryBech32(match[2]);
  if (decoded?.address.length !== 20) {
    throw new InputError(
      "BAD_PARAMETER",
      `"${excerpt(text)}" is not an address: bech32 of 20 bytes such as avax1…, with P-, X- or C- before it or without`,
    );
  }
  const chain = match?.[1] as ParsedAddress["chain"];
  return chain === undefined ? decoded : { chain, ...decoded };
}

/** The address prefix of a network. */
export function hrpOfNetwork(networkId: number): string {
  return HRPS[networkId] ?? "custom";
}

const HRPS: Record<number, string> = {
  1: "avax",
  2: "cascade",
  3: "denali",
  4: "everest",
  5: "fuji",
  10: "testing",
  12345: "local",
};

/** Limit of a cb58 text: base58 takes time quadratic in its length. */
const MAX_CB58_LENGTH = 100;

function tryCb58(text: string): Uint8Array | undefined {
  if (text.length > MAX_CB58_LENGTH) return undefined;
  try {
    return stripChecksum(base58.decode(text));
  } catch {
    return undefined;
  }
}

function tryHex(text: string): Uint8Array | undefined {
  try {
    return fromHex(text);
  } catch {
    return undefined;
  }
}

function tryBech32(text: string): { hrp: string; address: Uint8Array } | undefined {
  try {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`);
    return { hrp: prefix, address: bech32.fromWords(words) };
  } catch {
    return undefined;
  }
}
