import type { CHeader } from "../avalanche/c/header";
import { BytePool } from "../avalanche/codec/cursor";
import { quantityToBigint } from "../avalanche/codec/rlp";
import { isNativeMinter } from "../avalanche/evm/balance-changes";
import { type EvmCall, MOST_OUTPUT } from "../avalanche/evm/call";
import type { EvmHeader } from "../avalanche/evm/header";
import type { EvmLog, EvmReceipt } from "../avalanche/evm/receipt";
import type { EvmTransaction } from "../avalanche/evm/transaction";
import { NodeError } from "../errors";

export type { EvmCall };

/**
 * Answers of the Ethereum API as bytes. Parsed by hand instead of zod: catching up reads tens of thousands of objects a
 * second. Integers are big-endian bytes without leading zeros.
 */

/** A block of `eth_getBlockByNumber` with whole transactions. */
export interface EvmBlockAnswer {
  hash: Uint8Array;
  /** Size of the block as the node reports it, bytes. */
  size: number;
  header: EvmHeader;
  transactions: EvmTransaction[];
}

/** A receipt: fields that the header commits to, and fields that the node adds. */
export interface EvmReceiptAnswer extends EvmReceipt {
  transactionHash: Uint8Array;
  from: Uint8Array;
  /** Undefined for a contract creation. */
  to: Uint8Array | undefined;
  /** The contract that this transaction created. */
  contractAddress: Uint8Array | undefined;
  gasUsed: number;
  /** Wei. Old node versions leave it out. */
  effectiveGasPrice: Uint8Array | undefined;
}

/** @throws NodeError NODE_BAD_ANSWER naming the malformed member */
export function readBlockAnswer(value: unknown): EvmBlockAnswer {
  const block = objectOf(value, "block");
  const header: Record<string, Uint8Array> = {};
  for (const [name, member, read] of HEADER) header[name] = read(block, member);
  for (const [name, member, read] of HEADER_LATER) {
    if (block[member] != null) header[name] = read(block, member);
  }
  return {
    hash: bytesOf(block, "hash", 32),
    size: numberOf(block, "size"),
    header: header as unknown as EvmHeader,
    transactions: arrayOf(block, "transactions").map(readTransactionAnswer),
  };
}

/** The header of a C-Chain block, which has extra fields. @throws NodeError NODE_BAD_ANSWER */
export function readCHeaderAnswer(value: unknown): CHeader {
  const block = objectOf(value, "block");
  const header: Record<string, Uint8Array | bigint> = {};
  const take = ([name, member, read]: readonly [string, string, ReadMember]) => {
    const bytes = read(block, member);
    header[name] = read === quantityOf ? quantityToBigint(bytes) : bytes;
  };
  for (const field of [...HEADER, ...C_HEADER]) take(field);
  for (const field of [...HEADER_LATER, ...C_HEADER_LATER]) if (block[field[1]] != null) take(field);
  return header as unknown as CHeader;
}

/** What a C-Chain block is made of, in an answer with whole transactions. */
interface CBlockFields {
  /** As the node reports it. */
  hash: Uint8Array;
  header: CHeader;
  transactions: EvmTransaction[];
  /** The atomic transactions, encoded; empty if there are none. */
  extData: Uint8Array;
}

/** @throws NodeError NODE_BAD_ANSWER naming the malformed member */
export function readCBlockFields(value: unknown): CBlockFields {
  const block = objectOf(value, "block");
  return {
    hash: bytesOf(block, "hash", 32),
    header: readCHeaderAnswer(block),
    transactions: arrayOf(block, "transactions").map(readTransactionAnswer),
    extData: block.blockExtraData == null ? NOTHING : bytesOf(block, "blockExtraData"),
  };
}

/** @throws NodeError NODE_BAD_ANSWER */
export function readReceiptAnswer(value: unknown): EvmReceiptAnswer {
  const receipt = objectOf(value, "receipt");
  return {
    type: receipt.type === undefined ? 0 : numberOf(receipt, "type"),
    status: quantityOf(receipt, "status"),
    cumulativeGasUsed: quantityOf(receipt, "cumulativeGasUsed"),
    logsBloom: bytesOf(receipt, "logsBloom", 256),
    logs: arrayOf(receipt, "logs").map(readLog),
    transactionHash: bytesOf(receipt, "transactionHash", 32),
    from: bytesOf(receipt, "from", 20),
    to: receipt.to == null ? undefined : bytesOf(receipt, "to", 20),
    contractAddress: receipt.contractAddress == null ? undefined : bytesOf(receipt, "contractAddress", 20),
    gasUsed: numberOf(receipt, "gasUsed"),
    effectiveGasPrice:
      receipt.effectiveGasPrice === undefined ? undefined : quantityOf(receipt, "effectiveGasPrice"),
  };
}

/** A transaction's call tree. @throws NodeError NODE_BAD_ANSWER */
export function readCallAnswer(value: unknown): EvmCall {
  return readCall(value, true);
}

function readCall(value: unknown, isTop: boolean): EvmCall {
  const call = objectOf(value, "call");
  if (typeof call.type !== "string") throw refuse("type", call.type);
  const to = call.to == null ? undefined : bytesOf(call, "to", 20);
  return {
    type: call.type,
    from: bytesOf(call, "from", 20),
    to,
    value: call.value == null ? NOTHING : quantityOf(call, "value"),
    gas: numberOf(call, "gas"),
    gasUsed: numberOf(call, "gasUsed"),
    input: isTop || isNativeMinter(to) ? bytesOf(call, "input") : undefined,
    error: typeof call.error === "string" ? call.error : undefined,
    output: typeof call.error === "string" ? outputOf(call) : undefined,
    calls: call.calls == null ? [] : arrayOf(call, "calls").map((inner) => readCall(inner, false)),
  };
}

/** What a failed call returned. */
function outputOf({ output }: Members): Uint8Array | undefined {
  if (typeof output !== "string" || output.length <= 2) return undefined;
  return bytesOf({ output: output.slice(0, 2 + 2 * MOST_OUTPUT) }, "output");
}

function readTransactionAnswer(value: unknown): EvmTransaction {
  const tx = objectOf(value, "transaction");
  const type = numberOf(tx, "type");
  // All names in one literal: adding members one by one takes the engine several times as long.
  const fields = {
    type,
    chainId: type > 0 ? quantityOf(tx, "chainId") : undefined,
    nonce: quantityOf(tx, "nonce"),
    gasPrice: type < 2 ? quantityOf(tx, "gasPrice") : undefined,
    maxPriorityFeePerGas: type < 2 ? undefined : quantityOf(tx, "maxPriorityFeePerGas"),
    maxFeePerGas: type < 2 ? undefined : quantityOf(tx, "maxFeePerGas"),
    maxFeePerBlobGas: type === 3 ? quantityOf(tx, "maxFeePerBlobGas") : undefined,
    gas: quantityOf(tx, "gas"),
    to: tx.to == null ? NOTHING : bytesOf(tx, "to", 20),
    value: quantityOf(tx, "value"),
    input: bytesOf(tx, "input"),
    accessList: type > 0 ? arrayOf(tx, "accessList").map(readAccess) : undefined,
    blobVersionedHashes: type === 3 ? arrayOf(tx, "blobVersionedHashes").map(readHash) : undefined,
    authorizationList: type === 4 ? arrayOf(tx, "authorizationList").map(readAuthorization) : undefined,
    v: quantityOf(tx, "v"),
    r: quantityOf(tx, "r"),
    s: quantityOf(tx, "s"),
  };
  return fields as EvmTransaction; // the encoder reports types that are unknown here
}

function readAccess(value: unknown): { address: Uint8Array; storageKeys: Uint8Array[] } {
  const access = objectOf(value, "access");
  return {
    address: bytesOf(access, "address", 20),
    storageKeys: arrayOf(access, "storageKeys").map(readHash),
  };
}

function readAuthorization(value: unknown): Record<string, Uint8Array> {
  const authorization = objectOf(value, "authorization");
  const { yParity = authorization.v } = authorization;
  const members = { ...authorization, v: yParity };
  const quantities = ["chainId", "nonce", "v", "r", "s"].map((name) => [name, quantityOf(members, name)]);
  return { ...Object.fromEntries(quantities), address: bytesOf(authorization, "address", 20) };
}

function readLog(value: unknown): EvmLog {
  const log = objectOf(value, "log");
  return {
    address: bytesOf(log, "address", 20),
    topics: arrayOf(log, "topics").map(readHash),
    data: bytesOf(log, "data"),
  };
}

function readHash(value: unknown): Uint8Array {
  return bytesOf({ value }, "value", 32);
}

const NOTHING = new Uint8Array();
type Members = Record<string, unknown>;
type ReadMember = (of: Members, name: string) => Uint8Array;

const word: ReadMember = (of, name) => bytesOf(of, name, 32);

/** Name in the header, name in JSON, and its parser. */
const HEADER: readonly [keyof EvmHeader, string, ReadMember][] = [
  ["parentHash", "parentHash", word],
  ["uncleHash", "sha3Uncles", word],
  ["coinbase", "miner", (of, name) => bytesOf(of, name, 20)],
  ["stateRoot", "stateRoot", word],
  ["transactionsRoot", "transactionsRoot", word],
  ["receiptsRoot", "receiptsRoot", word],
  ["logsBloom", "logsBloom", (of, name) => bytesOf(of, name, 256)],
  ["difficulty", "difficulty", quantityOf],
  ["number", "number", quantityOf],
  ["gasLimit", "gasLimit", quantityOf],
  ["gasUsed", "gasUsed", quantityOf],
  ["timestamp", "timestamp", quantityOf],
  ["extraData", "extraData", bytesOf],
  ["mixHash", "mixHash", word],
  ["nonce", "nonce", (of, name) => bytesOf(of, name, 8)],
];
const HEADER_LATER: readonly [keyof EvmHeader, string, ReadMember][] = [
  ["baseFee", "baseFeePerGas", quantityOf],
  ["blockGasCost", "blockGasCost", quantityOf],
  ["blobGasUsed", "blobGasUsed", quantityOf],
  ["excessBlobGas", "excessBlobGas", quantityOf],
  ["parentBeaconRoot", "parentBeaconBlockRoot", word],
  ["timestampMilliseconds", "timestampMilliseconds", quantityOf],
  ["minDelayExcess", "minDelayExcess", quantityOf],
];

/** Extra fields of the C-Chain's header. */
const C_HEADER: readonly [keyof CHeader, string, ReadMember][] = [["extDataHash", "extDataHash", word]];
const C_HEADER_LATER: readonly [keyof CHeader, string, ReadMember][] = [
  ["extDataGasUsed", "extDataGasUsed", quantityOf],
  ["targetExponent", "targetExponent", quantityOf],
  ["minPriceExponent", "minPriceExponent", quantityOf],
  ["settledHeight", "settledHeight", quantityOf],
  ["settledGasUnix", "settledGasUnix", quantityOf],
  ["settledGasNumerator", "settledGasNumerator", quantityOf],
  ["settledExcess", "settledExcess", quantityOf],
];

function objectOf(value: unknown, what: string): Members {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Members;
  throw refuse(what, value);
}

function arrayOf(of: Members, name: string): unknown[] {
  const value = of[name];
  if (Array.isArray(value)) return value;
  throw refuse(name, value);
}

/** Hex of whole bytes, exactly `length` of them if given. */
function bytesOf(of: Members, name: string, length?: number): Uint8Array {
  const value = of[name];
  if (typeof value !== "string" || !value.startsWith("0x")) throw refuse(name, value);
  const bytes = value.length % 2 === 0 ? decodeHex(value, name) : undefined;
  if (bytes === undefined || (length !== undefined && bytes.length !== length)) throw refuse(name, value);
  return bytes;
}

/** A hex quantity as bytes. */
function quantityOf(of: Members, name: string): Uint8Array {
  const value = of[name];
  if (typeof value !== "string" || !value.startsWith("0x") || value.length === 2) throw refuse(name, value);
  return value === "0x0" ? NOTHING : decodeHex(value, name);
}

/** A quantity that is exact as a number. */
function numberOf(of: Members, name: string): number {
  const value = of[name];
  const number = typeof value === "string" && value.startsWith("0x") ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw refuse(name, value);
}

/** The engine decodes longer texts faster, this code shorter ones. */
const SHORT_HEX = 128;

/** Bytes of hex after `0x`. With an odd number of digits, the first digit is a byte. */
function decodeHex(text: string, name: string): Uint8Array {
  const length = (text.length - 1) >> 1;
  const isEven = text.length % 2 === 0;
  const bytes = pool.take(length);
  if (isEven && text.length > SHORT_HEX) {
    // an invalid digit ends the decoding early
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, length);
    if (view.write(text.slice(2), "hex") !== length) throw refuse(name, text);
    return bytes;
  }
  let wrong = 0;
  let i = 0;
  let at = 2;
  if (!isEven) {
    wrong = DIGIT[text.charCodeAt(at++)] ?? -1;
    bytes[i++] = wrong;
  }
  for (; i < length; i++, at += 2) {
    const high = DIGIT[text.charCodeAt(at)] ?? -1;
    const low = DIGIT[text.charCodeAt(at + 1)] ?? -1;
    wrong |= high | low;
    bytes[i] = (high << 4) | low;
  }
  if (wrong < 0) throw refuse(name, text);
  return bytes;
}

/** A pool, because each transaction has tens of values. */
const pool = new BytePool();

/** Value of a hex digit, by character code; -1 for any other character. */
const DIGIT = Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);

function refuse(name: string, value: unknown): NodeError {
  const shown = JSON.stringify(value)?.slice(0, 80) ?? "missing";
  return new NodeError("NODE_BAD_ANSWER", `the node's EVM answer has ${name} ${shown}`, {
    hint: "check that the URL is an EVM chain's, of a version that Firn supports",
  });
}
