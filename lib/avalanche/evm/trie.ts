import { keccak256 } from "#keccak";
import { Writer } from "../bytes";
import { minimalBytes, writeRlpBytes, writeRlpList, writeRlpValue } from "../rlp";

/**
 * Root of the Merkle Patricia trie that holds `items` under their number, 32 bytes: what a header says of its
 * transactions and receipts. Items that are no bytes yet are written by `write`.
 * @source Ethereum yellow paper, appendix D; geth core/types DeriveSha
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array;
export function orderedTrieRoot<T>(items: readonly T[], write: WriteItem<T>): Uint8Array;
export function orderedTrieRoot(items: readonly unknown[], write: WriteItem<never> = putBytes): Uint8Array {
  const writer = new Writer(4096);
  if (items.length === 0) writer.put(EMPTY);
  else writeNode(writer, sortedLeaves(items, write), 0);
  return keccak256(writer.takeFrom(0));
}

type WriteItem<T> = (writer: Writer, item: T) => void;

interface Leaf {
  /** Four bits each. */
  path: Uint8Array;
  write: (writer: Writer) => void;
}

const EMPTY = Uint8Array.of(0x80);
const DIGITS = 16;
/** Numbers below it are their own key; 0 is written as 0x80, right behind them. */
const FIRST_LONG = 128;

/** Under the RLP of their numbers, in the order of these keys. */
function sortedLeaves(items: readonly unknown[], write: WriteItem<never>): Leaf[] {
  const leaves = items.map(
    (item, index): Leaf => ({ path: pathOf(index), write: (writer) => write(writer, item as never) }),
  );
  const first = leaves.shift();
  if (first) leaves.splice(FIRST_LONG - 1, 0, first);
  return leaves;
}

function putBytes(writer: Writer, bytes: Uint8Array): void {
  writer.put(bytes);
}

function pathOf(index: number): Uint8Array {
  const key = new Writer(8);
  writeRlpBytes(key, minimalBytes(BigInt(index)));
  const bytes = key.takeFrom(0);
  const digits = new Uint8Array(bytes.length * 2);
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    digits[2 * i] = byte >> 4;
    digits[2 * i + 1] = byte & 15;
  }
  return digits;
}

/** Writes the node over `leaves`, which are sorted, differ and share their first `depth` digits. */
function writeNode(writer: Writer, leaves: readonly Leaf[], depth: number): void {
  const first = leaves[0] as Leaf;
  const last = leaves.at(-1) as Leaf;
  if (first === last) {
    writeRlpList(writer, () => {
      writeRlpBytes(writer, packPath(first.path.subarray(depth), true));
      writeRlpValue(writer, first.write);
    });
    return;
  }
  const shared = sharedDigits(first.path, last.path, depth);
  if (shared === depth) {
    writeBranch(writer, leaves, depth);
    return;
  }
  writeRlpList(writer, () => {
    writeRlpBytes(writer, packPath(first.path.subarray(depth, shared), false));
    writeReference(writer, () => writeBranch(writer, leaves, shared));
  });
}

/** A child per digit at `depth`. No key is the beginning of another, so the branch itself holds nothing. */
function writeBranch(writer: Writer, leaves: readonly Leaf[], depth: number): void {
  writeRlpList(writer, () => {
    let start = 0;
    for (let digit = 0; digit < DIGITS; digit++) {
      let end = start;
      while (leaves[end]?.path[depth] === digit) end++;
      if (end === start) writer.put(EMPTY);
      else writeReference(writer, () => writeNode(writer, leaves.slice(start, end), depth + 1));
      start = end;
    }
    writer.put(EMPTY);
  });
}

/** A node stands in its parent as it is when it is short, else as its hash. */
function writeReference(writer: Writer, write: () => void): void {
  const start = writer.offset;
  write();
  if (writer.offset - start >= 32) writeRlpBytes(writer, keccak256(writer.takeFrom(start)));
}

/** Two digits a byte behind a digit for the kind of node and the odd length. */
function packPath(digits: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = digits.length % 2;
  const packed = new Uint8Array(1 + (digits.length >> 1));
  packed[0] = ((isLeaf ? 2 : 0) + odd) * DIGITS + (odd === 1 ? (digits[0] ?? 0) : 0);
  for (let at = odd, i = 1; at < digits.length; at += 2, i++) {
    packed[i] = (digits[at] ?? 0) * DIGITS + (digits[at + 1] ?? 0);
  }
  return packed;
}

function sharedDigits(a: Uint8Array, b: Uint8Array, from: number): number {
  let at = from;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}
