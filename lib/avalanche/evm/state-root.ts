import { keccak256 } from "#keccak";
import { Writer } from "../codec/cursor";
import { closeRlpList, minimalBytes, writeRlpBytes } from "../codec/rlp";

/** The state of an account. */
export interface Account {
  nonce: bigint;
  /** Wei. */
  balance: bigint;
  code: Uint8Array;
  /** Storage: 32-byte slots and their values. */
  storage: readonly (readonly [slot: Uint8Array, value: bigint])[];
}

/**
 * Root of the C-Chain's state, 32 bytes: a header's commitment to all accounts. Only for accounts without X-Chain
 * assets, which their encoding marks.
 * @source Ethereum yellow paper, appendix D; avalanchego graft/coreth/plugin/evm/customtypes/state_account_ext.go
 */
export function stateRoot(
  accounts: readonly (readonly [address: Uint8Array, account: Account])[],
): Uint8Array {
  return hashedTrieRoot(accounts.map(([address, account]) => [address, encodeAccount(account)]));
}

function encodeAccount({ nonce, balance, code, storage }: Account): Uint8Array {
  const slots = storage.flatMap(([slot, value]) =>
    value === 0n ? [] : [[slot, item(minimalBytes(value))] as const],
  );
  return list([
    ...[nonce, balance].map((value) => item(minimalBytes(value))),
    ...[hashedTrieRoot(slots), keccak256(code)].map(item),
    EMPTY, // the mark of X-Chain assets
  ]);
}

type Entry = readonly [key: Uint8Array, value: Uint8Array];

/** Root of the Merkle Patricia trie of values under hashed keys, 32 bytes. */
export function hashedTrieRoot(entries: readonly Entry[]): Uint8Array {
  const hashed = entries.map(([key, value]): Entry => [digitsOf(keccak256(key)), value]);
  return keccak256(hashed.length === 0 ? EMPTY : writeNode(hashed, 0));
}

const EMPTY = Uint8Array.of(0x80);
const DIGITS = 16;

function digitsOf(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: 2 * bytes.length }, (_, i) => {
    const byte = bytes[i >> 1] ?? 0;
    return i % 2 === 0 ? byte >> 4 : byte % DIGITS;
  });
}

/** The node of the entries whose keys share their first `depth` digits. */
function writeNode(entries: readonly Entry[], depth: number): Uint8Array {
  const [key = EMPTY, value = EMPTY] = entries[0] ?? [];
  if (entries.length === 1) return list([item(path(key.subarray(depth), 2)), item(value)]);
  let shared = depth;
  while (shared < key.length && entries.every(([other]) => other[shared] === key[shared])) shared++;
  if (shared === depth) return writeBranch(entries, depth);
  return list([item(path(key.subarray(depth, shared), 0)), child(writeBranch(entries, shared))]);
}

function writeBranch(entries: readonly Entry[], depth: number): Uint8Array {
  const children = Array.from({ length: DIGITS }, (_, digit) => {
    const below = entries.filter(([key]) => key[depth] === digit);
    return below.length === 0 ? EMPTY : child(writeNode(below, depth + 1));
  });
  return list([...children, EMPTY]);
}

/** A short node is embedded in its parent, a long one is referenced by its hash. */
function child(node: Uint8Array): Uint8Array {
  return node.length < 32 ? node : item(keccak256(node));
}

/** Digits of a key, two per byte, after one digit for the kind of node (2 for a leaf) and whether their number is odd. */
function path(digits: Uint8Array, kind: 0 | 2): Uint8Array {
  const odd = digits.length % 2;
  const all = [kind + odd, ...(odd === 1 ? [] : [0]), ...digits];
  return Uint8Array.from(
    { length: all.length / 2 },
    (_, i) => (all[2 * i] ?? 0) * DIGITS + (all[2 * i + 1] ?? 0),
  );
}

function item(bytes: Uint8Array): Uint8Array {
  const writer = new Writer(bytes.length + 4);
  writeRlpBytes(writer, bytes);
  return writer.finish();
}

function list(items: readonly Uint8Array[]): Uint8Array {
  const writer = new Writer();
  for (const each of items) writer.put(each);
  closeRlpList(writer, 0);
  return writer.finish();
}
