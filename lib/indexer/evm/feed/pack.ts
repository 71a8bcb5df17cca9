import { Cursor, Writer } from "../../../avalanche/codec/cursor";
import { minimalBytes, quantityToBigint } from "../../../avalanche/codec/rlp";
import type { TokenApproval } from "../../../avalanche/evm/approvals";
import { MESSAGE_STEPS, type MessageStep } from "../../../avalanche/evm/message-steps";
import type { TokenTransfer } from "../../../avalanche/evm/transfers";
import type { EvmCall } from "../../../client/evm-json";
import type { ExecutedBlock, ExecutedEvent, ExecutedTransaction } from "./block";

/**
 * Serializes blocks for another thread. Bytes are transferred for free, while copying a hundred thousand small objects
 * takes longer than reading them did. The format is never stored.
 */
export function packBlocks(blocks: readonly ExecutedBlock[]): Uint8Array<ArrayBuffer> {
  const writer = new PackWriter(1 << 20);
  putList(writer, blocks, putBlock);
  return writer.finish();
}

/** The inverse of `packBlocks`. Bytes are views of the input. Addresses that were one object are one object again. */
export function unpackBlocks(bytes: Uint8Array): ExecutedBlock[] {
  return takeList(new PackCursor(bytes), takeBlock);
}

const HASH = 32;
const ADDRESS = 20;
const KEY = 33;
const NOTHING = new Uint8Array();

/** Writes each address once, and its number after that. */
class PackWriter extends Writer {
  readonly #numbers = new Map<Uint8Array, number>();

  address(value: Uint8Array): void {
    const known = this.#numbers.get(value);
    this.u32(known ?? this.#numbers.size);
    if (known !== undefined) return;
    this.#numbers.set(value, this.#numbers.size);
    this.put(value);
  }
}

class PackCursor extends Cursor {
  readonly #addresses: Uint8Array[] = [];

  address(): Uint8Array {
    const number = this.u32();
    const known = this.#addresses[number];
    if (known) return known;
    const address = this.subarray(ADDRESS);
    this.#addresses.push(address);
    return address;
  }
}

function putBlock(writer: PackWriter, block: ExecutedBlock): void {
  for (const name of NUMBERS) writer.f64(block[name]);
  writer.put(block.hash);
  writer.put(block.parentHash);
  writer.address(block.miner);
  putOptional(writer, block.timeMs, putNumber);
  putOptional(writer, block.settledHeight, putNumber);
  putOptional(writer, block.acceptedAtNs, (out, value) => out.u64(value));
  putOptional(writer, block.baseFee, putBytes);
  putOptional(writer, block.blockGasCost, putBytes);
  putOptional(writer, block.body, putBytes);
  putOptional(writer, block.logs, putBytes);
  putList(writer, block.transactions, putTransaction);
  putOptional(writer, block.traces, (out, traces) => putList(out, traces, putCall));
}

const NUMBERS = ["index", "height", "time", "gasLimit", "gasUsed", "size"] as const;

function takeBlock(cursor: PackCursor): ExecutedBlock {
  const [index, height, time, gasLimit, gasUsed, size] = NUMBERS.map(() => cursor.f64()) as Six;
  return {
    index,
    height,
    time,
    gasLimit,
    gasUsed,
    size,
    hash: cursor.subarray(HASH),
    parentHash: cursor.subarray(HASH),
    miner: cursor.address(),
    timeMs: takeOptional(cursor, takeNumber),
    settledHeight: takeOptional(cursor, takeNumber),
    acceptedAtNs: takeOptional(cursor, (from) => from.u64()),
    baseFee: takeOptional(cursor, takeBytes),
    blockGasCost: takeOptional(cursor, takeBytes),
    body: takeOptional(cursor, takeBytes),
    logs: takeOptional(cursor, takeBytes),
    transactions: takeList(cursor, takeTransaction),
    traces: takeOptional(cursor, (from) => takeList(from, takeCall)),
  };
}

type Six = [number, number, number, number, number, number];

function putTransaction(writer: PackWriter, transaction: ExecutedTransaction): void {
  writer.put(transaction.hash);
  writer.u8(transaction.type);
  writer.address(transaction.from);
  writer.put(transaction.senderKey);
  putOptional(writer, transaction.to, putAddress);
  putOptional(writer, transaction.created, putAddress);
  writer.u8(transaction.succeeded ? 1 : 0);
  writer.f64(transaction.nonce);
  writer.f64(transaction.gasLimit);
  writer.f64(transaction.gasUsed);
  putBytes(writer, transaction.value);
  putBytes(writer, transaction.gasPrice);
  putOptional(writer, transaction.selector, putBytes);
  putList(writer, transaction.brought, putStep);
  writer.u32(transaction.logCount);
  putList(writer, transaction.events, putEvent);
}

function takeTransaction(cursor: PackCursor): ExecutedTransaction {
  return {
    hash: cursor.subarray(HASH),
    type: cursor.u8(),
    from: cursor.address(),
    senderKey: cursor.subarray(KEY),
    to: takeOptional(cursor, takeAddress),
    created: takeOptional(cursor, takeAddress),
    succeeded: cursor.u8() === 1,
    nonce: cursor.f64(),
    gasLimit: cursor.f64(),
    gasUsed: cursor.f64(),
    value: takeBytes(cursor),
    gasPrice: takeBytes(cursor),
    selector: takeOptional(cursor, takeBytes),
    brought: takeList(cursor, takeStep),
    logCount: cursor.u32(),
    events: takeList(cursor, takeEvent),
  };
}

function putEvent(writer: PackWriter, event: ExecutedEvent): void {
  writer.u32(event.logIndex);
  writer.address(event.contract);
  putList(writer, event.transfers, putTransfer);
  putOptional(writer, event.wrap, (out, { holder, value, isDeposit }) => {
    out.address(holder);
    putBytes(out, value);
    out.u8(isDeposit ? 1 : 0);
  });
  putOptional(writer, event.update, (out, { first, last }) => {
    putBytes(out, minimalBytes(first));
    putBytes(out, minimalBytes(last));
  });
  putOptional(writer, event.message, putStep);
  putOptional(writer, event.approval, (out, { form, owner, spender, value }) => {
    out.u8(APPROVAL_FORMS.indexOf(form));
    out.address(owner);
    out.address(spender);
    putBytes(out, value);
  });
}

function takeEvent(cursor: PackCursor): ExecutedEvent {
  return {
    logIndex: cursor.u32(),
    contract: cursor.address(),
    transfers: takeList(cursor, takeTransfer),
    wrap: takeOptional(cursor, (from) => ({
      holder: from.address(),
      value: takeBytes(from),
      isDeposit: from.u8() === 1,
    })),
    update: takeOptional(cursor, (from) => ({
      first: quantityToBigint(takeBytes(from)),
      last: quantityToBigint(takeBytes(from)),
    })),
    message: takeOptional(cursor, takeStep),
    approval: takeOptional(cursor, (from) => ({
      form: APPROVAL_FORMS[from.u8()] ?? "amount",
      owner: from.address(),
      spender: from.address(),
      value: takeBytes(from),
    })),
  };
}

function putStep(writer: PackWriter, step: MessageStep): void {
  writer.u8(MESSAGE_STEPS.indexOf(step.kind));
  writer.put(step.messageId);
  putBytes(writer, step.otherBlockchainId);
  putOptional(writer, step.sender, putBytes);
  putOptional(writer, step.recipient, putBytes);
  putBytes(writer, step.data);
}

function takeStep(cursor: PackCursor): MessageStep {
  return {
    kind: MESSAGE_STEPS[cursor.u8()] ?? "sent",
    messageId: cursor.subarray(HASH),
    otherBlockchainId: takeBytes(cursor),
    sender: takeOptional(cursor, takeBytes),
    recipient: takeOptional(cursor, takeBytes),
    data: takeBytes(cursor),
  };
}

const APPROVAL_FORMS: readonly TokenApproval["form"][] = ["amount", "all", "one"];
const FORMS: readonly TokenTransfer["form"][] = ["erc20", "erc721", "erc1155", "unlabelled"];

function putTransfer(writer: PackWriter, { form, from, to, tokenId, value, item }: TokenTransfer): void {
  writer.u8(FORMS.indexOf(form));
  writer.address(from);
  writer.address(to);
  putOptional(writer, tokenId, putBytes);
  putBytes(writer, value);
  writer.u32(item);
}

function takeTransfer(cursor: PackCursor): TokenTransfer {
  const form = FORMS[cursor.u8()] ?? "unlabelled";
  const from = cursor.address();
  const to = cursor.address();
  const tokenId = takeOptional(cursor, takeBytes);
  return { form, from, to, value: takeBytes(cursor), item: cursor.u32(), ...(tokenId && { tokenId }) };
}

function putCall(writer: PackWriter, call: EvmCall): void {
  putText(writer, call.type);
  writer.address(call.from);
  putOptional(writer, call.to, putAddress);
  putBytes(writer, call.value);
  writer.f64(call.gas);
  writer.f64(call.gasUsed);
  putOptional(writer, call.error, putText);
  putOptional(writer, call.output, putBytes);
  putList(writer, call.calls, putCall);
}

function takeCall(cursor: PackCursor): EvmCall {
  return {
    type: takeText(cursor),
    from: cursor.address(),
    to: takeOptional(cursor, takeAddress),
    value: takeBytes(cursor),
    gas: cursor.f64(),
    gasUsed: cursor.f64(),
    error: takeOptional(cursor, takeText),
    output: takeOptional(cursor, takeBytes),
    calls: takeList(cursor, takeCall),
  };
}

function putAddress(writer: PackWriter, value: Uint8Array): void {
  writer.address(value);
}

function takeAddress(cursor: PackCursor): Uint8Array {
  return cursor.address();
}

function putNumber(writer: PackWriter, value: number): void {
  writer.f64(value);
}

function takeNumber(cursor: PackCursor): number {
  return cursor.f64();
}

function putBytes(writer: PackWriter, value: Uint8Array): void {
  writer.u32(value.length);
  writer.put(value);
}

function takeBytes(cursor: PackCursor): Uint8Array {
  const length = cursor.u32();
  return length === 0 ? NOTHING : cursor.subarray(length);
}

function putText(writer: PackWriter, value: string): void {
  putBytes(writer, new TextEncoder().encode(value));
}

function takeText(cursor: PackCursor): string {
  return new TextDecoder().decode(takeBytes(cursor));
}

function putOptional<T>(
  writer: PackWriter,
  value: T | undefined,
  put: (writer: PackWriter, value: T) => void,
): void {
  writer.u8(value === undefined ? 0 : 1);
  if (value !== undefined) put(writer, value);
}

function takeOptional<T>(cursor: PackCursor, take: (cursor: PackCursor) => T): T | undefined {
  return cursor.u8() === 0 ? undefined : take(cursor);
}

function putList<T>(
  writer: PackWriter,
  values: readonly T[],
  put: (writer: PackWriter, value: T) => void,
): void {
  writer.u32(values.length);
  for (const value of values) put(writer, value);
}

function takeList<T>(cursor: PackCursor, take: (cursor: PackCursor) => T): T[] {
  const values: T[] = [];
  for (let left = cursor.u32(); left > 0; left--) values.push(take(cursor));
  return values;
}
