import type { HexField } from "@/components/hex/fields";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
/** A longer list of words is shown as one field. */
const MAX_WORDS = 64;

/**
 * Annotates call data: the selector, then words of 32 bytes. Words are read by their types if `signature`
 * (`transfer(address,uint256)`) is known and each of its types fills one word.
 */
export function inputFields(input: Uint8Array, signature: string | undefined): HexField[] {
  if (input.length < SELECTOR_BYTES) return wholeField("data", input, 0);
  const selector = {
    label: signature ?? "selector",
    start: 0,
    end: SELECTOR_BYTES,
    value: toHex(input.slice(0, SELECTOR_BYTES)),
    depth: 0,
  };
  const rest = input.length - SELECTOR_BYTES;
  if (rest % WORD_BYTES !== 0 || rest / WORD_BYTES > MAX_WORDS)
    return [selector, ...wholeField("arguments", input, SELECTOR_BYTES)];
  const types = wordTypes(signature, rest / WORD_BYTES);
  const words = Array.from({ length: rest / WORD_BYTES }, (_, at) => {
    const start = SELECTOR_BYTES + at * WORD_BYTES;
    const word = input.slice(start, start + WORD_BYTES);
    const type = types?.[at];
    return {
      label: type ?? `word ${at}`,
      start,
      end: start + WORD_BYTES,
      value: readWord(word, type),
      depth: 0,
    };
  });
  return [selector, ...words];
}

/** Annotates creation code, including its arguments. */
export function creationFields(input: Uint8Array): HexField[] {
  return wholeField("creation code", input, 0);
}

function wholeField(label: string, input: Uint8Array, start: number): HexField[] {
  if (input.length === start) return [];
  const value = `${input.length - start} bytes`;
  return [{ label, start, end: input.length, value, depth: 0 }];
}

/** Types of the arguments, if each fills one word and their number is that of the words. */
function wordTypes(signature: string | undefined, words: number): string[] | undefined {
  const list = signature?.slice(signature.indexOf("(") + 1, -1) ?? "";
  const types = list === "" ? [] : list.split(",");
  const fills = types.every((type) => /^(address|bool|uint\d*|bytes\d+)$/.test(type));
  return fills && types.length === words ? types : undefined;
}

function readWord(word: Uint8Array, type: string | undefined): string {
  const text = toHex(word);
  if (type === "address" && word.slice(0, 12).every((byte) => byte === 0))
    return formatEvmAddress(word.slice(12));
  if (type?.startsWith("uint") === true) return String(BigInt(text));
  if (type === "bool" && BigInt(text) <= 1n) return BigInt(text) === 1n ? "true" : "false";
  // Leading zeros of a number mean nothing; those of bytes do.
  return type === undefined ? text.replace(/^0x0+(?=.)/, "0x") : text;
}
