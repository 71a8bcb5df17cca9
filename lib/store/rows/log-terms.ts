import { equalBytes } from "../../avalanche/codec/bytes";
import type { EvmLog } from "../../avalanche/evm/receipt";
import { type TokenTransfer, TRANSFER_TOPICS, transfersOf } from "../../avalanche/evm/transfers";
import { addressOf, isAddress } from "../../avalanche/evm/words";
import type { RowSource } from "../engine";
import type { LogTermTable } from "../tables/evm/chain";
import type { LogFilter } from "./evm-logs";

/**
 * What blocks with logs are found by. A row of `log_term` says which of 32 blocks have a log with a value, a bit for each: the
 * lowest is the first block's. `log_term.term` is made of the number of a section of the chain, a key, which is 26 bits of the
 * value's hash, and the number of the 32 blocks in the section.
 */

const GROUP_BLOCKS = 32;
const SECTION_GROUPS = 512;
/** Blocks whose terms lie together, so that new ones change a small part of the table. */
const SECTION_BLOCKS = SECTION_GROUPS * GROUP_BLOCKS;
const KEY_BITS = 26;

/** The first height of a section. */
export function startOf(section: number): number {
  return section * SECTION_BLOCKS;
}

export function sectionOf(height: number): number {
  return Math.floor(height / SECTION_BLOCKS);
}

/** The term that a key has at a height. Exact for heights below 2^32. */
export function termOf(key: number, height: number): number {
  return (sectionOf(height) * 2 ** KEY_BITS + key) * SECTION_GROUPS + groupOf(height);
}

function groupOf(height: number): number {
  return Math.floor(height / GROUP_BLOCKS) % SECTION_GROUPS;
}

/** The height behind the blocks of a term. */
function endOf(term: number): number {
  const section = Math.floor(term / 2 ** KEY_BITS / SECTION_GROUPS);
  return startOf(section) + ((term % SECTION_GROUPS) + 1) * GROUP_BLOCKS;
}

/** The height's bit among those of its group, as `|` of both engines and of this language takes it. */
function bitOf(height: number): number {
  return (1 << (height % GROUP_BLOCKS)) >>> 0;
}

/** Rows of `log_term` of some blocks. */
export class LogTerms {
  readonly #blocks = new Map<number, number>();

  /** Adds all logs of a block. */
  add(height: number, logs: readonly Pick<EvmLog, "address" | "topics" | "data">[]): void {
    for (const key of keysOfLogs(logs)) {
      const term = termOf(key, height);
      this.#blocks.set(term, ((this.#blocks.get(term) ?? 0) | bitOf(height)) >>> 0);
    }
  }

  /** Takes away the rows that only have blocks before a height: no later block adds to them. */
  takeBefore(height: number): LogTermTable[] {
    const rows: LogTermTable[] = [];
    for (const [term, blocks] of this.#blocks) {
      if (endOf(term) > height) continue;
      rows.push({ term, blocks });
      this.#blocks.delete(term);
    }
    return rows;
  }

  /** In the order of the terms. */
  sorted(): RowSource {
    const terms = Float64Array.from(this.#blocks.keys()).sort();
    return {
      columns: ["term", "blocks"],
      count: terms.length,
      put: (row, values, at) => {
        const term = terms[row] as number;
        values[at] = term;
        values[at + 1] = this.#blocks.get(term);
      },
    };
  }
}

/** Some blocks of a section. */
export class BlockSet {
  readonly #section: number;
  readonly #groups = new Uint32Array(SECTION_GROUPS);

  constructor(section: number) {
    this.#section = section;
  }

  add({ term, blocks }: LogTermTable): void {
    const group = term % SECTION_GROUPS;
    this.#groups[group] = (this.#groups[group] ?? 0) | blocks;
  }

  /** Whether it has a block of its section. */
  has(height: number): boolean {
    return ((this.#groups[groupOf(height)] ?? 0) & bitOf(height)) !== 0;
  }

  /** In order. */
  heights(): number[] {
    const found: number[] = [];
    for (const [group, blocks] of this.#groups.entries()) {
      const first = startOf(this.#section) + group * GROUP_BLOCKS;
      for (let bits = blocks, at = first; bits !== 0; bits >>>= 1, at++) if (bits & 1) found.push(at);
    }
    return found;
  }
}

/**
 * The keys that a block's logs are found by, each once: of the contract, of each topic at its place, and of the contract
 * together with its first topic. Topics that name a side of a token transfer need none: its row says as much. A key is a part of
 * a hash: a block that has it may still have no such log.
 */
function keysOfLogs(logs: readonly Pick<EvmLog, "address" | "topics" | "data">[]): Set<number> {
  const keys = new Set<number>();
  for (const log of logs) {
    const { address, topics } = log;
    const [transfer] = transfersOf(log);
    keys.add(hashOf(ADDRESS, address));
    for (const [place, topic] of topics.entries())
      if (!isSideOf(transfer, topic)) keys.add(hashOf(place, topic));
    if (topics[0]) keys.add(hashOf(BOTH, address, topics[0]));
  }
  return keys;
}

/** All transfers of an event have the same sides. */
function isSideOf(transfer: TokenTransfer | undefined, topic: Uint8Array): boolean {
  if (transfer === undefined || !isAddress(topic)) return false;
  const address = addressOf(topic);
  return equalBytes(address, transfer.from) || equalBytes(address, transfer.to);
}

/** Values of which a log has one: its block has one of the keys, or a token transfer of one of the addresses. */
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

/** What is hashed beside a topic, whose seed is its place. */
const ADDRESS = 4;
const BOTH = 5;

/** FNV-1a, mixed once more at the end. */
function hashOf(seed: number, value: Uint8Array, more: Uint8Array = NOTHING): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ (value[i] ?? 0), 0x01000193);
  for (let i = 0; i < more.length; i++) hash = Math.imul(hash ^ (more[i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> (32 - KEY_BITS);
}

const NOTHING = new Uint8Array();
