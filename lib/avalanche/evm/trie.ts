import { keccak_256 } from "@noble/hashes/sha3.js";
import { concatBytes } from "../bytes";
import { encode, type Layout } from "../layout";
import { rlpArray, rlpBytes, rlpItem, rlpQuantity } from "../rlp";

/**
 * Root of the Merkle Patricia trie that holds `items` under their number, 32 bytes: what a header says of its
 * transactions and receipts.
 * @source Ethereum yellow paper, appendix D; geth core/types DeriveSha
 */
export function orderedTrieRoot(items: readonly Uint8Array[]): Uint8Array {
  const leaves = items.map((value, index) => ({
    path: nibblesOf(encode(number, numberBytes(index))),
    value,
  }));
  leaves.sort((a, b) => comparePaths(a.path, b.path));
  return keccak_256(leaves.length === 0 ? EMPTY : nodeOf(leaves, 0));
}

interface Leaf {
  path: Uint8Array;
  value: Uint8Array;
}

const EMPTY = Uint8Array.of(0x80);
const number = rlpQuantity(8);
const bytes = rlpBytes();
const list: Layout<Uint8Array[]> = rlpArray(rlpItem);
const DIGITS = 16;

/** The node over `leaves`, which are sorted, differ and share their first `depth` digits. */
function nodeOf(leaves: readonly Leaf[], depth: number): Uint8Array {
  const [first] = leaves;
  const last = leaves.at(-1);
  if (first === undefined || last === undefined) return EMPTY;
  if (first === last) {
    return encode(list, [
      encode(bytes, packPath(first.path.subarray(depth), true)),
      encode(bytes, first.value),
    ]);
  }
  const shared = sharedDigits(first.path, last.path, depth);
  if (shared > depth) {
    const path = packPath(first.path.subarray(depth, shared), false);
    return encode(list, [encode(bytes, path), reference(branchOf(leaves, shared))]);
  }
  return branchOf(leaves, depth);
}

function branchOf(leaves: readonly Leaf[], depth: number): Uint8Array {
  const children: Uint8Array[] = Array.from({ length: DIGITS + 1 }, () => EMPTY);
  let start = 0;
  while (start < leaves.length) {
    const digit = leaves[start]?.path[depth] ?? DIGITS;
    let end = start + 1;
    while (end < leaves.length && leaves[end]?.path[depth] === digit) end++;
    children[digit] = reference(nodeOf(leaves.slice(start, end), depth + 1));
    start = end;
  }
  return encode(list, children);
}

/** A node stands in its parent as it is when it is short, else as its hash. */
function reference(node: Uint8Array): Uint8Array {
  return node.length < 32 ? node : encode(bytes, keccak_256(node));
}

/** Two digits a byte behind a digit for the kind of node and the odd length. */
function packPath(digits: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = digits.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  const padded = concatBytes(odd === 1 ? Uint8Array.of(flag) : Uint8Array.of(flag, 0), digits);
  return Uint8Array.from(
    { length: padded.length / 2 },
    (_, i) => (padded[2 * i] ?? 0) * DIGITS + (padded[2 * i + 1] ?? 0),
  );
}

function nibblesOf(key: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: key.length * 2 }, (_, i) => {
    const byte = key[i >> 1] ?? 0;
    return i % 2 === 0 ? byte >> 4 : byte & 15;
  });
}

function numberBytes(value: number): Uint8Array {
  const reversed: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) reversed.push(rest % 256);
  return Uint8Array.from(reversed.reverse());
}

function sharedDigits(a: Uint8Array, b: Uint8Array, from: number): number {
  let at = from;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

function comparePaths(a: Uint8Array, b: Uint8Array): number {
  const at = sharedDigits(a, b, 0);
  return (a[at] ?? -1) - (b[at] ?? -1);
}
