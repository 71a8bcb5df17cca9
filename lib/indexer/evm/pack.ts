import { Cursor, Writer } from "../../avalanche/bytes";
import type { EvmLog } from "../../avalanche/evm/receipt";
import type { EvmTransactionType } from "../../avalanche/evm/transaction";
import type { EvmCall } from "../../client/evm-json";
import type { ExecutedBlock, ExecutedReceipt, ExecutedTransaction } from "./block";

/**
 * Blocks on their way between two threads, as one run of bytes: handing over bytes costs nothing, copying a hundred
 * thousand small objects costs more than reading them did. Nothing of this is stored.
 */
export function packBlocks(blocks: readonly ExecutedBlock[]): Uint8Array<ArrayBuffer> {
  const writer = new Writer(1 << 20);
  putList(writer, blocks, putBlock);
  return writer.finish();
}

/** The inverse of `packBlocks`. All bytes are views of the packed ones. */
export function unpackBlocks(bytes: Uint8Array): ExecutedBlock[] {
  return takeList(new Cursor(bytes), takeBlock);
}

function putBlock(writer: Writer, block: ExecutedBlock): void {
  for (const name of NUMBERS) writer.f64(block[name]);
  for (const name of BYTES) putBytes(writer, block[name]);
  putOptional(writer, block.timeMs, (value) => writer.f64(value));
  putOptional(writer, block.settledHeight, (value) => writer.f64(value));
  putOptional(writer, block.acceptedAtNs, (value) => writer.u64(value));
  putOptional(writer, block.baseFee, (value) => putBytes(writer, value));
  putOptional(writer, block.blockGasCost, (value) => putBytes(writer, value));
  putOptional(writer, block.body, (value) => putBytes(writer, value));
  putList(writer, block.transactions, putTransaction);
  putList(writer, block.receipts, putReceipt);
  putOptional(writer, block.traces, (traces) => putList(writer, traces, putCall));
}

const NUMBERS = ["index", "height", "time", "gasLimit", "gasUsed", "size"] as const;
const BYTES = ["hash", "parentHash", "miner"] as const;

function takeBlock(cursor: Cursor): ExecutedBlock {
  const [index, height, time, gasLimit, gasUsed, size] = [...NUMBERS].map(() => cursor.f64()) as Six;
  const [hash, parentHash, miner] = [...BYTES].map(() => takeBytes(cursor)) as Three;
  return {
    ...{ index, height, time, gasLimit, gasUsed, size, hash, parentHash, miner },
    timeMs: takeOptional(cursor, () => cursor.f64()),
    settledHeight: takeOptional(cursor, () => cursor.f64()),
    acceptedAtNs: takeOptional(cursor, () => cursor.u64()),
    baseFee: takeOptional(cursor, takeBytes),
    blockGasCost: takeOptional(cursor, takeBytes),
    body: takeOptional(cursor, takeBytes),
    transactions: takeList(cursor, takeTransaction),
    receipts: takeList(cursor, takeReceipt),
    traces: takeOptional(cursor, () => takeList(cursor, takeCall)),
  };
}

type Six = [number, number, number, number, number, number];
type Three = [Uint8Array, Uint8Array, Uint8Array];

function putTransaction(writer: Writer, { hash, fields }: ExecutedTransaction): void {
  writer.put(hash);
  writer.u8(fields.type);
  putBytes(writer, fields.nonce);
  putBytes(writer, fields.gas);
  putBytes(writer, fields.to);
  putBytes(writer, fields.value);
  putBytes(writer, fields.input);
}

function takeTransaction(cursor: Cursor): ExecutedTransaction {
  return {
    hash: cursor.subarray(HASH),
    fields: {
      type: cursor.u8() as EvmTransactionType,
      nonce: takeBytes(cursor),
      gas: takeBytes(cursor),
      to: takeBytes(cursor),
      value: takeBytes(cursor),
      input: takeBytes(cursor),
    },
  };
}

function putReceipt(writer: Writer, receipt: ExecutedReceipt): void {
  putBytes(writer, receipt.status);
  writer.put(receipt.from);
  putOptional(writer, receipt.to, (value) => writer.put(value));
  putOptional(writer, receipt.contractAddress, (value) => writer.put(value));
  writer.f64(receipt.gasUsed);
  putBytes(writer, receipt.effectiveGasPrice);
  putList(writer, receipt.logs, putLog);
}

function takeReceipt(cursor: Cursor): ExecutedReceipt {
  return {
    status: takeBytes(cursor),
    from: takeAddress(cursor),
    to: takeOptional(cursor, takeAddress),
    contractAddress: takeOptional(cursor, takeAddress),
    gasUsed: cursor.f64(),
    effectiveGasPrice: takeBytes(cursor),
    logs: takeList(cursor, takeLog),
  };
}

function putLog(writer: Writer, { address, topics, data }: EvmLog): void {
  writer.put(address);
  putList(writer, topics, (out, topic) => out.put(topic));
  putBytes(writer, data);
}

function takeLog(cursor: Cursor): EvmLog {
  return { address: takeAddress(cursor), topics: takeList(cursor, takeHash), data: takeBytes(cursor) };
}

function putCall(writer: Writer, call: EvmCall): void {
  putText(writer, call.type);
  writer.put(call.from);
  putOptional(writer, call.to, (value) => writer.put(value));
  putBytes(writer, call.value);
  writer.f64(call.gas);
  writer.f64(call.gasUsed);
  putOptional(writer, call.error, (value) => putText(writer, value));
  putList(writer, call.calls, putCall);
}

function takeCall(cursor: Cursor): EvmCall {
  return {
    type: takeText(cursor),
    from: takeAddress(cursor),
    to: takeOptional(cursor, takeAddress),
    value: takeBytes(cursor),
    gas: cursor.f64(),
    gasUsed: cursor.f64(),
    error: takeOptional(cursor, takeText),
    calls: takeList(cursor, takeCall),
  };
}

const HASH = 32;
const ADDRESS = 20;

function takeHash(cursor: Cursor): Uint8Array {
  return cursor.subarray(HASH);
}

function takeAddress(cursor: Cursor): Uint8Array {
  return cursor.subarray(ADDRESS);
}

function putBytes(writer: Writer, value: Uint8Array): void {
  writer.u32(value.length);
  writer.put(value);
}

function takeBytes(cursor: Cursor): Uint8Array {
  return cursor.subarray(cursor.u32());
}

function putText(writer: Writer, value: string): void {
  putBytes(writer, new TextEncoder().encode(value));
}

function takeText(cursor: Cursor): string {
  return new TextDecoder().decode(takeBytes(cursor));
}

function putOptional<T>(writer: Writer, value: T | undefined, put: (value: T) => void): void {
  writer.u8(value === undefined ? 0 : 1);
  if (value !== undefined) put(value);
}

function takeOptional<T>(cursor: Cursor, take: (cursor: Cursor) => T): T | undefined {
  return cursor.u8() === 0 ? undefined : take(cursor);
}

function putList<T>(writer: Writer, values: readonly T[], put: (writer: Writer, value: T) => void): void {
  writer.u32(values.length);
  for (const value of values) put(writer, value);
}

function takeList<T>(cursor: Cursor, take: (cursor: Cursor) => T): T[] {
  const values: T[] = [];
  for (let left = cursor.u32(); left > 0; left--) values.push(take(cursor));
  return values;
}
