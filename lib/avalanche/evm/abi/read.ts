import type { AbiEvent, AbiParameter } from "viem";
import { type AbiBook, signatureOf, typeOf } from "./entries";
import { type AbiArgument, cutValues, decodeEach, decodeValues, nameOf } from "./values";

/**
 * Where a name is from: the precompile at that address, the contract's own ABI, a standard, or a guess: the same
 * selector in an ABI of something else, or in a list of common ones.
 */
export type AbiOrigin = "precompile" | "contract" | "standard" | "guess";

/** Books to look up a contract's names in, the surest first. */
export type AbiBooks = readonly { book: AbiBook; by: AbiOrigin }[];

/** A function, event or error with its values. */
export interface DecodedEntry {
  /** `transfer`. */
  name: string;
  /** `transfer(address,uint256)`. */
  signature: string;
  by: AbiOrigin;
  args: AbiArgument[];
}

const SELECTOR = 10;
/** Longer input is not decoded: it would be some thousand words. 0x hex. */
const MOST_HEX = 2 * 256 * 1024;

/** Reads a call's input, 0x hex; undefined if no book knows its selector, or its arguments do not fit. */
export function decodeCall(books: AbiBooks, input: string): DecodedEntry | undefined {
  return firstFit(books, input, (book, selector) => book.function(selector));
}

/** Reads what a call reverted with, likewise. */
export function decodeError(books: AbiBooks, output: string): DecodedEntry | undefined {
  return firstFit(books, output, (book, selector) => book.error(selector));
}

type Selected = NonNullable<ReturnType<AbiBook["function"]> | ReturnType<AbiBook["error"]>>;

function firstFit(
  books: AbiBooks,
  data: string,
  find: (book: AbiBook, selector: string) => Selected | undefined,
): DecodedEntry | undefined {
  if (data.length < SELECTOR || data.length > MOST_HEX) return undefined;
  for (const { book, by } of books) {
    const entry = find(book, data.slice(0, SELECTOR));
    const args = entry && decodeValues(entry.inputs, `0x${data.slice(SELECTOR)}`);
    if (args) return { name: entry.name, signature: signatureOf(entry), by, args };
  }
  return undefined;
}

/**
 * Reads what a call returned by the function that its input names; undefined if that is not known to return anything,
 * or the data do not fit.
 */
export function decodeReturn(books: AbiBooks, input: string, output: string): AbiArgument[] | undefined {
  if (input.length < SELECTOR || output.length <= 2 || output.length > MOST_HEX) return undefined;
  for (const { book } of books) {
    const outputs = book.function(input.slice(0, SELECTOR))?.outputs ?? [];
    const values = outputs.length === 0 ? undefined : decodeValues(outputs, output);
    if (values) return values;
  }
  return undefined;
}

/** Reads an event by its topics and data, 0x hex. */
export function decodeLog(
  books: AbiBooks,
  topics: readonly string[],
  data: string,
): DecodedEntry | undefined {
  if (data.length > MOST_HEX) return undefined;
  for (const { book, by } of books) {
    const event = book.event(topics);
    const args = event && eventValues(event, topics.slice(1), data);
    if (args) return { name: event.name, signature: signatureOf(event), by, args };
  }
  return undefined;
}

/** Of strings, bytes, lists and structures a topic has only the hash. */
const HASHED = /^(string|bytes)$|\]$|^tuple/;

function eventValues(event: AbiEvent, topics: readonly string[], data: string): AbiArgument[] | undefined {
  const inputs = event.inputs.map((input, at) => ({ ...input, name: nameOf(input, at) }));
  const inData = decodeEach(
    inputs.filter(({ indexed }) => indexed !== true),
    data,
  );
  if (inData === undefined) return undefined;
  const found: AbiArgument[] = [];
  let fromData = 0;
  let fromTopics = 0;
  // In the order of the signature: topics hold some values, data the others.
  for (const input of inputs) {
    const values =
      input.indexed === true ? topicValue(input, topics[fromTopics++] ?? "0x") : inData[fromData++];
    if (values === undefined) return undefined;
    found.push(...values);
  }
  return cutValues(found);
}

function topicValue(input: AbiParameter, topic: string): AbiArgument[] | undefined {
  if (!HASHED.test(input.type)) return decodeValues([input], topic);
  return [{ name: input.name ?? "", type: `hash of ${typeOf(input)}`, value: topic }];
}
