import { toHex } from "../../codec/bytes";

/** What a compiler wrote behind a contract's code. */
export interface CodeMetadata {
  /** Bytes that it takes at the end of the code. */
  length: number;
  /** `solc 0.8.30`, `vyper 0.3.10`. */
  compiler?: string;
  /** The hash of what was compiled, by its kind: 0x hex. */
  source?: { kind: "ipfs" | "bzzr0" | "bzzr1"; hash: string };
}

/** Longer than any compiler writes. */
const MOST_LENGTH = 1_000;
const SOURCES = ["ipfs", "bzzr1", "bzzr0"] as const;

/**
 * Reads the CBOR at the end of runtime code; undefined if there is none, as without metadata, or in code that no compiler
 * wrote.
 * @source Solidity, contract metadata; Vyper 0.3.10 and newer
 */
export function readMetadata(code: Uint8Array): CodeMetadata | undefined {
  const stated = ((code.at(-2) ?? 0) << 8) | (code.at(-1) ?? 0);
  // Solidity's length leaves its own two bytes out, Vyper's counts them.
  for (const length of [stated + 2, stated]) {
    if (length < 4 || length > Math.min(MOST_LENGTH, code.length)) continue;
    const found = readCbor(code.subarray(code.length - length, code.length - 2));
    const metadata = found && metadataOf(found.value, length);
    if (metadata !== undefined) return metadata;
  }
  return undefined;
}

/** Code without what its compiler wrote behind it. */
export function withoutMetadata(code: Uint8Array): Uint8Array {
  return code.subarray(0, code.length - (readMetadata(code)?.length ?? 0));
}

function metadataOf(value: Cbor, length: number): CodeMetadata | undefined {
  const map = value instanceof Map ? value : Array.isArray(value) ? value.at(-1) : undefined;
  if (!(map instanceof Map)) return undefined;
  const compiler = compilerOf(map);
  const kind = SOURCES.find((each) => map.get(each) instanceof Uint8Array);
  if (compiler === undefined && kind === undefined) return undefined;
  const hash = kind && (map.get(kind) as Uint8Array);
  return {
    length,
    ...(compiler !== undefined && { compiler }),
    ...(kind && hash && { source: { kind, hash: toHex(hash) } }),
  };
}

function compilerOf(map: ReadonlyMap<string, Cbor>): string | undefined {
  for (const name of ["solc", "vyper"]) {
    const version = map.get(name);
    // Released versions are three numbers, others are text.
    if (typeof version === "string" && /^[\w.+-]{1,100}$/.test(version)) return `${name} ${version}`;
    if (version instanceof Uint8Array && version.length === 3) return `${name} ${version.join(".")}`;
    if (Array.isArray(version) && version.length === 3 && version.every((part) => typeof part === "number"))
      return `${name} ${version.join(".")}`;
  }
  return undefined;
}

type Cbor = number | boolean | string | Uint8Array | Cbor[] | Map<string, Cbor>;

/** The parts of CBOR that compilers use; undefined for anything else, or if bytes are left. @source RFC 8949 */
function readCbor(bytes: Uint8Array): { value: Cbor } | undefined {
  let at = 0;
  const take = (count: number): Uint8Array => {
    if (count > bytes.length - at) throw new RangeError("the bytes end");
    at += count;
    return bytes.subarray(at - count, at);
  };
  const item = (depth: number): Cbor => {
    const [head = 0] = take(1);
    const kind = head >> 5;
    const short = head & 31;
    if (kind === 7 && (short === 20 || short === 21)) return short === 21;
    if (short > 25 || depth > 4) throw new RangeError("of another form");
    const count = short < 24 ? short : take(1 << (short - 24)).reduce((sum, byte) => sum * 256 + byte, 0);
    if (kind === 0) return count;
    if (kind === 2) return take(count);
    if (kind === 3) return new TextDecoder().decode(take(count));
    if (kind === 4) return Array.from({ length: checked(count) }, () => item(depth + 1));
    if (kind !== 5) throw new RangeError("of another form");
    return new Map(
      Array.from({ length: checked(count) }, () => [String(item(depth + 1)), item(depth + 1)] as const),
    );
  };
  // Each item takes a byte.
  const checked = (count: number) => take(0) && Math.min(count, bytes.length);
  try {
    const value = item(0);
    return at === bytes.length ? { value } : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
