import { equalBytes, fromHex } from "../../codec/bytes";
import { readMetadata, withoutMetadata } from "./metadata";
import { instructionsOf, PUSH32 } from "./opcodes";

/** Bytes of code, from `start` on. */
interface Range {
  start: number;
  length: number;
}

/** Code as a compiler writes it into an artifact. */
export interface CompiledCode {
  /** Hex digits, with or without 0x; addresses of libraries may be placeholders. */
  object: string;
  /** Places of immutable values, by their declaration. Absent in artifacts that do not tell. */
  immutables?: Readonly<Record<string, readonly Range[]>> | undefined;
}

/** Code of a compiler's, without what differs from one deployment to the next. */
interface Template {
  code: Uint8Array;
  holes: Range[];
}

/** An address of a library that is not linked: `__$…$__`, in older compilers `__file:Library___`. */
const PLACEHOLDER = /__.{36}__/g;
const ADDRESS = 20;
const WORD = 32;

/** How the compiler's name for an IPFS hash begins, and how long that hash is: code that creates contracts holds theirs. */
const IPFS = fromHex("0x64697066735822");
const IPFS_HASH = 34;

/** What was compiled, to be found again by the code of a contract. Of two that are alike the first one counts. */
export class CodeBook<T> {
  /** By the length of the code without metadata, which no immutable and no library changes. */
  readonly #byLength = new Map<number, { template: Template; value: T }[]>();

  /** Ignores what has no code, such as an interface. */
  add(compiled: CompiledCode, value: T): void {
    const template = readTemplate(compiled);
    if (template === undefined) return;
    const same = this.#byLength.get(template.code.length) ?? [];
    this.#byLength.set(template.code.length, [...same, { template, value }]);
  }

  /** What a contract's runtime code was compiled from; undefined if nothing fits. */
  find(code: Uint8Array): T | undefined {
    return this.findAll(code)[0];
  }

  /** Everything that it may have been compiled from, in the order of addition. */
  findAll(code: Uint8Array): T[] {
    const bare = withoutMetadata(code);
    const candidates = this.#byLength.get(bare.length) ?? [];
    return candidates.filter(({ template }) => fits(template, bare)).map(({ value }) => value);
  }
}

/**
 * Whether a contract's runtime code is what was compiled: `exact` if the hash of the sources that its metadata has is the
 * same too, so that not even a comment differs; `partial` without that; undefined if it is other code.
 */
export function compareCode(compiled: CompiledCode, code: Uint8Array): "exact" | "partial" | undefined {
  const template = readTemplate(compiled);
  const read = readObject(compiled.object);
  if (template === undefined || read === undefined || !fits(template, withoutMetadata(code)))
    return undefined;
  if (readMetadata(code)?.source === undefined) return "partial";
  const inside = hashesIn(template.code);
  const holes = template.holes.filter((hole) => !inside.some(({ start }) => start === hole.start));
  return fits({ code: read.code, holes }, code) ? "exact" : "partial";
}

/**
 * What follows compiled creation code in the data of a creation: the constructor's arguments. Undefined if the data do
 * not begin with it.
 */
export function argumentsAfter(compiled: CompiledCode, data: Uint8Array): Uint8Array | undefined {
  const bytes = readObject(compiled.object);
  if (bytes === undefined || bytes.code.length > data.length) return undefined;
  const bare = withoutMetadata(bytes.code);
  const template = { code: bare, holes: [...bytes.holes, ...hashesIn(bare)] };
  return fits(template, data.subarray(0, bare.length)) ? data.subarray(bytes.code.length) : undefined;
}

/**
 * The same without an artifact: what follows the last metadata of a contract's own in the data that created it.
 * Undefined where the code has no metadata.
 */
export function argumentsAfterMetadata(code: Uint8Array, data: Uint8Array): Uint8Array | undefined {
  const tail = code.subarray(withoutMetadata(code).length);
  if (tail.length === 0) return undefined;
  for (let at = data.length - tail.length; at >= 0; at--)
    if (equalBytes(data.subarray(at, at + tail.length), tail)) return data.subarray(at + tail.length);
  return undefined;
}

function readTemplate(compiled: CompiledCode): Template | undefined {
  const read = readObject(compiled.object);
  const code = read && withoutMetadata(read.code);
  if (read === undefined || code === undefined || code.length === 0) return undefined;
  const immutables = compiled.immutables && Object.values(compiled.immutables).flat();
  return {
    code,
    holes: [...read.holes, ...hashesIn(code), ...(immutables ?? zeroWordsIn(code)), ...ownAddress(code)],
  };
}

function readObject(object: string): Template | undefined {
  const digits = object.replace(/^0x/, "");
  const holes = [...digits.matchAll(PLACEHOLDER)].map(({ index }) => ({ start: index / 2, length: ADDRESS }));
  const hex = digits.replace(PLACEHOLDER, "0".repeat(2 * ADDRESS));
  return /^(?:[0-9a-f]{2})+$/i.test(hex) ? { code: fromHex(`0x${hex.toLowerCase()}`), holes } : undefined;
}

/** Places of immutables, for artifacts that do not name them: compilers push a word of zeros there, and only there. */
function zeroWordsIn(code: Uint8Array): Range[] {
  const found: Range[] = [];
  for (const { opcode, start } of instructionsOf(code))
    if (opcode === PUSH32 && code.subarray(start, start + WORD).every((byte) => byte === 0))
      found.push({ start, length: WORD });
  return found;
}

/** A library's code begins with its own address. @source Solidity, call protection for libraries */
function ownAddress(code: Uint8Array): Range[] {
  const isLibrary = code[0] === 0x73 && code.subarray(1, 1 + ADDRESS).every((byte) => byte === 0);
  return isLibrary ? [{ start: 1, length: ADDRESS }] : [];
}

function hashesIn(code: Uint8Array): Range[] {
  const found: Range[] = [];
  for (let at = code.indexOf(IPFS[0] as number); at >= 0; at = code.indexOf(IPFS[0] as number, at + 1))
    if (equalBytes(code.subarray(at, at + IPFS.length), IPFS))
      found.push({ start: at + IPFS.length, length: IPFS_HASH });
  return found;
}

function fits({ code, holes }: Template, given: Uint8Array): boolean {
  if (given.length !== code.length) return false;
  const filled = code.slice();
  for (const { start, length } of holes) filled.set(given.subarray(start, start + length), start);
  return equalBytes(filled, given);
}
