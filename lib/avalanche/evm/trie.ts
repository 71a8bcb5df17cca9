import { keccak256 } from "#keccak";
import { Writer } from "../codec/cursor";
import { closeRlpBytes, closeRlpList, writeRlpBytes } from "../codec/rlp";

/**
 * Root of the Merkle Patricia trie of `items` under their index, 32 bytes: a header's commitment to its transactions or
 * receipts. `write` encodes items that are not bytes yet.
 * @source Ethereum yellow paper, appendix D; geth core/types DeriveSha
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array;
export function orderedTrieRoot<T>(items: readonly T[], write: WriteItem<T>): Uint8Array;
export function orderedTrieRoot(items: readonly unknown[], write: WriteItem<never> = putBytes): Uint8Array {
  const trie = new OrderedTrie(items.length, (writer, index) => write(writer, items[index] as never));
  return trie.root();
}

/** Reset for each trie; only its memory is reused. */
const scratch = new Writer(65_536);

type WriteItem<T> = (writer: Writer, item: T) => void;

function putBytes(writer: Writer, bytes: Uint8Array): void {
  writer.put(bytes);
}

const EMPTY = Uint8Array.of(0x80);
const DIGITS = 16;
/** Smaller numbers are their own key. 0 is written as 0x80, directly after them. */
const FIRST_LONG = 128;

/**
 * The trie's nodes, each over a range of positions: items ordered by key, the RLP of their index. Keys are computed
 * digit by digit (four bits each), so that items need no memory beyond their bytes.
 */
class OrderedTrie {
  readonly #writer = scratch;
  readonly #count: number;
  readonly #writeItem: (writer: Writer, index: number) => void;

  constructor(count: number, writeItem: (writer: Writer, index: number) => void) {
    this.#count = count;
    this.#writeItem = writeItem;
  }

  root(): Uint8Array {
    this.#writer.takeFrom(0);
    if (this.#count === 0) this.#writer.put(EMPTY);
    else this.#writeNode(0, this.#count, 0);
    return keccak256(this.#writer.takeFrom(0));
  }

  /**
   * Writes the node over the positions from `from` up to `to` (exclusive), whose keys share their first `depth` digits.
   */
  #writeNode(from: number, to: number, depth: number): void {
    const first = this.#indexAt(from);
    const start = this.#writer.offset;
    if (to - from === 1) {
      this.#writePath(first, { from: depth, to: keyLength(first), isLeaf: true });
      const content = this.#writer.offset;
      this.#writeItem(this.#writer, first);
      closeRlpBytes(this.#writer, content);
      closeRlpList(this.#writer, start);
      return;
    }
    const shared = sharedDigits(first, this.#indexAt(to - 1), depth);
    if (shared === depth) {
      this.#writeBranch(from, to, depth);
      return;
    }
    this.#writePath(first, { from: depth, to: shared, isLeaf: false });
    const child = this.#writer.offset;
    this.#writeBranch(from, to, shared);
    this.#close(child);
    closeRlpList(this.#writer, start);
  }

  /** One child per digit at `depth`. No key is a prefix of another, so the branch itself has no value. */
  #writeBranch(from: number, to: number, depth: number): void {
    const start = this.#writer.offset;
    let begin = from;
    for (let digit = 0; digit < DIGITS; digit++) {
      let end = begin;
      while (end < to && digitOf(this.#indexAt(end), depth) === digit) end++;
      const child = this.#writer.offset;
      if (end === begin) this.#writer.put(EMPTY);
      else {
        this.#writeNode(begin, end, depth + 1);
        this.#close(child);
      }
      begin = end;
    }
    this.#writer.put(EMPTY);
    closeRlpList(this.#writer, start);
  }

  /** A short node, written from `start` on, is embedded in its parent; a long one is referenced by its hash. */
  #close(start: number): void {
    if (this.#writer.offset - start >= 32)
      writeRlpBytes(this.#writer, keccak256(this.#writer.takeFrom(start)));
  }

  /** Writes digits of a key, two per byte, after a digit for the kind of node and the parity of their number. */
  #writePath(index: number, { from, to, isLeaf }: { from: number; to: number; isLeaf: boolean }): void {
    const start = this.#writer.offset;
    const odd = (to - from) % 2;
    const kind = (isLeaf ? 2 : 0) + odd;
    this.#writer.u8(kind * DIGITS + (odd === 1 ? digitOf(index, from) : 0));
    for (let at = from + odd; at < to; at += 2) {
      this.#writer.u8(digitOf(index, at) * DIGITS + digitOf(index, at + 1));
    }
    closeRlpBytes(this.#writer, start);
  }

  /** Index of the item at a position. */
  #indexAt(place: number): number {
    const ofZero = Math.min(this.#count, FIRST_LONG) - 1;
    if (place === ofZero) return 0;
    return place < ofZero ? place + 1 : place;
  }
}

/** Number of digits of an index's key. */
function keyLength(index: number): 2 | 4 | 6 | 8 {
  return index < FIRST_LONG ? 2 : index < 0x100 ? 4 : index < 0x10000 ? 6 : 8;
}

function digitOf(index: number, at: number): number {
  const length = keyLength(index);
  const key = length === 2 ? index || FIRST_LONG : index + LONG_HEADS[length];
  return (key >>> (4 * (length - 1 - at))) % DIGITS;
}

/** RLP prefix of numbers with one, two and three bytes that are not their own key, by number of digits. */
const LONG_HEADS = { 4: 0x8100, 6: 0x820000, 8: 0x83000000 };

function sharedDigits(a: number, b: number, from: number): number {
  const most = Math.min(keyLength(a), keyLength(b));
  let at = from;
  while (at < most && digitOf(a, at) === digitOf(b, at)) at++;
  return at;
}
