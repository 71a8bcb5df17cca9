import type { HexField } from "@/components/hex/fields";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";

const SELECTOR_BYTES = 4;
const WORD_BYTES = 32;
/** Past them the arguments are one field: a list of thousands of words says nothing. */
const MAX_WORDS = 64;

/**
 * The bytes a transaction sends to a contract, annotated: the selector, then words of 32 bytes. Words are read by their
 * types where `signature` (`transfer(address,uint256)`) is known and all its types stand in one word each.
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

/** Code that makes a contract, with its arguments behind it. */
export function creationFields(input: Uint8Array): HexField[] {
  return wholeField("creation code", input, 0);
}

function wholeField(label: string, input: Uint8Array, start: number): HexField[] {
  if (input.length === start) return [];
  const value = `${input.length - start} bytes`;
  return [{ label, start, end: input.length, value, depth: 0 }];
}

/** Types of the arguments, if each fills one word and there are as many as words. */
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
  // The zeros before a number say nothing; those of bytes do.
  return type === undefined ? text.replace(/^0x0+(?=.)/, "0x") : text;
}
