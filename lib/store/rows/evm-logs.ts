import { deflateRawSync, inflateRawSync } from "node:zlib";
import { concatBytes, equalBytes } from "../../avalanche/codec/bytes";
import { Cursor, Writer } from "../../avalanche/codec/cursor";
import type { EvmLog } from "../../avalanche/evm/receipt";
import { TOKEN_TOPICS } from "../../avalanche/evm/transfers";
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

const NOTHING = new Uint8Array();
