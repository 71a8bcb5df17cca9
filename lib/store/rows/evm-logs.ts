import { deflateRawSync, inflateRawSync } from "node:zlib";
import { concatBytes, equalBytes } from "../../avalanche/codec/bytes";
import { Cursor, Writer } from "../../avalanche/codec/cursor";
import type { EvmLog } from "../../avalanche/evm/receipt";
import {
  TOKEN_TOPICS,
  type TokenTransfer,
  TRANSFER_TOPICS,
  transfersOf,
} from "../../avalanche/evm/transfers";
import { addressOf, isAddress } from "../../avalanche/evm/words";
import { inflateBody } from "./evm-body";

/** A log with its place in its block. */
export interface BlockLog extends EvmLog {
  /** Of its transaction. */
  indexInBlock: number;
  /** Among all logs of the block. */
  logIndex: number;
}

/** Which logs are looked for. */
export interface LogFilter {
  /** Contracts, 20 bytes each: any of them. Empty for all. */
  addresses: readonly Uint8Array[];
  /** By place, at most four: any of these topics, 32 bytes each. Empty for anything. */
  topics: readonly (readonly Uint8Array[])[];
}

/**
 * Joins the logs of a block's transactions, each transaction's in a list of its own: u16 transaction, address, u8 number of
 * topics, topics, data after its length (u32). Undefined if there are none.
 */
export function joinLogs(ofTransactions: readonly (readonly EvmLog[])[]): Uint8Array | undefined {
  scratch.takeFrom(0);
  for (const [index, logs] of ofTransactions.entries()) {
    for (const { address, topics, data } of logs) {
      scratch.u16(index);
      scratch.put(address);
      scratch.u8(topics.length);
      for (const topic of topics) scratch.put(topic);
      scratch.u32(data.length);
      scratch.put(data);
    }
  }
  return scratch.offset === 0 ? undefined : scratch.finish();
}

/** Reused for every block: only its memory is kept. */
const scratch = new Writer(65_536);

/** The inverse of `joinLogs`: views of the joined bytes. */
export function splitLogs(joined: Uint8Array): BlockLog[] {
  const cursor = new Cursor(joined);
  const logs: BlockLog[] = [];
  while (cursor.remaining > 0) {
    const indexInBlock = cursor.u16();
    const address = cursor.subarray(20);
    const topics = Array.from({ length: cursor.u8() }, () => cursor.subarray(32));
    logs.push({ indexInBlock, logIndex: logs.length, address, topics, data: cursor.subarray(cursor.u32()) });
  }
  return logs;
}

/**
 * Joined logs as `log_body` holds them: deflated, with the block's joined transactions as a dictionary, which say most of what
 * their events repeat.
 */
export function encodeLogs(joined: Uint8Array, transactions: Uint8Array): Uint8Array {
  const dictionary = dictionaryOf(transactions);
  const isSmall = dictionary.length + joined.length <= SMALL_WINDOW;
  return deflateRawSync(joined, { level: 1, windowBits: isSmall ? 13 : 15, dictionary });
}

/** What a window of 13 bits reaches. A larger one takes longer to make than a small block's logs to deflate. */
const SMALL_WINDOW = 8_192 - 262;

/** The logs of a `log_body`, and the `block_body` of the same block. */
export function decodeLogs(column: Uint8Array, body: Uint8Array): BlockLog[] {
  return splitLogs(inflateRawSync(column, { dictionary: dictionaryOf(inflateBody(body)) }));
}

/** Never changes: stored logs refer to it. */
function dictionaryOf(transactions: Uint8Array): Uint8Array {
  return concatBytes(...TOKEN_TOPICS, transactions);
}

/** Blocks whose terms lie together, so that new ones change a small part of the table. */
const SECTION_BLOCKS = 2 ** 14;
const KEYS = 2 ** 32;

/** The first height of a section. */
export function startOf(section: number): number {
  return section * SECTION_BLOCKS;
}

export function sectionOf(height: number): number {
  return Math.floor(height / SECTION_BLOCKS);
}

/** `log_term.term` of a key in a section. Exact below 2^53. */
export function termIn(section: number, key: number): number {
  return section * KEYS + key;
}

/**
 * `log_term.term` of the values that a block's logs are found by, each once: of the contract, of each topic at its place, and of
 * the contract together with its first topic. Topics that name a side of a token transfer need none: its row says as much. A key
 * is 32 bits of a hash: a block that has it may still have no such log.
 *
 * @param of with `everything` also the terms of sides, which Firn stored before
 */
export function termsOfLogs(
  height: number,
  logs: readonly Pick<EvmLog, "address" | "topics" | "data">[],
  of: "needed" | "everything" = "needed",
): number[] {
  const keys = new Set<number>();
  for (const log of logs) {
    const { address, topics } = log;
    const [transfer] = of === "needed" ? transfersOf(log) : [];
    keys.add(hashOf(ADDRESS, address));
    for (const [place, topic] of topics.entries())
      if (!isSideOf(transfer, topic)) keys.add(hashOf(place, topic));
    if (topics[0]) keys.add(hashOf(BOTH, address, topics[0]));
  }
  const section = sectionOf(height);
  return [...keys].map((key) => termIn(section, key));
}

/** All transfers of an event have the same sides. */
function isSideOf(transfer: TokenTransfer | undefined, topic: Uint8Array): boolean {
  if (transfer === undefined || !isAddress(topic)) return false;
  const address = addressOf(topic);
  return equalBytes(address, transfer.from) || equalBytes(address, transfer.to);
}

/** Values of which a log has one: its block has a term with one of the keys, or a token transfer of one of the addresses. */
export interface LogClause<Side = Uint8Array> {
  keys: number[];
  sides: Side[];
}

/** What a log has to have, all of it. What is likely to be rarest comes first. Nothing if every log is looked for. */
export function clausesOf({ addresses, topics }: LogFilter): LogClause[] {
  const [first = [], ...others] = topics;
  const mayBeTransfer = first.length === 0 || first.some(isTransferTopic);
  const later = others.map((values, i) => ({
    keys: values.map((topic) => hashOf(i + 1, topic)),
    sides: mayBeTransfer ? values.filter(isAddress).map(addressOf) : [],
  }));
  const pairs = addresses.flatMap((address) => first.map((topic) => hashOf(BOTH, address, topic)));
  const plain =
    pairs.length > 0 && pairs.length <= MOST_PAIRS
      ? [pairs]
      : [addresses.map((address) => hashOf(ADDRESS, address)), first.map((topic) => hashOf(0, topic))];
  return [...later.reverse(), ...plain.map((keys) => ({ keys, sides: [] }))].filter(
    ({ keys }) => keys.length > 0,
  );
}

function isTransferTopic(topic: Uint8Array): boolean {
  return TRANSFER_TOPICS.some((each) => equalBytes(each, topic));
}

/** A section is sought for each pair of a contract and a first topic. */
const MOST_PAIRS = 32;

/** Whether a log is one of those looked for. As for nodes, it needs a topic at every place that the filter has. */
export function isWanted(
  { address, topics }: Pick<EvmLog, "address" | "topics">,
  filter: LogFilter,
): boolean {
  const isOneOf = (value: Uint8Array, wanted: readonly Uint8Array[]) =>
    wanted.length === 0 || wanted.some((each) => equalBytes(each, value));
  return (
    isOneOf(address, filter.addresses) &&
    filter.topics.length <= topics.length &&
    filter.topics.every((wanted, place) => isOneOf(topics[place] ?? NOTHING, wanted))
  );
}

/** What is hashed beside a topic, whose seed is its place. */
const ADDRESS = 4;
const BOTH = 5;

/** FNV-1a, mixed once more at the end: 32 bits. */
function hashOf(seed: number, value: Uint8Array, more: Uint8Array = NOTHING): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ (value[i] ?? 0), 0x01000193);
  for (let i = 0; i < more.length; i++) hash = Math.imul(hash ^ (more[i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const NOTHING = new Uint8Array();
