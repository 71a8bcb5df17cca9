import { StoreError } from "../../errors";

/**
 * Values on their way to PostgreSQL and back. A u64 is stored as in SQLite, as the signed number with the same bits, so
 * that one set of queries serves both; its column has a domain of that name.
 */

/** What a column holds, by its declared type. */
export type ColumnKind = "number" | "u64" | "bytes" | "text" | "flag";

/** The type that a bound value is sent as; undefined for null, which fits any. */
export function typeOfValue(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const type = typeOfValue(value.find((item) => item !== null && item !== undefined));
    return type === undefined ? undefined : `${type}[]`;
  }
  switch (typeof value) {
    case "number":
      return Number.isSafeInteger(value) ? "int8" : "float8";
    case "bigint":
    case "boolean":
      return "int8";
    case "string":
      return "text";
    default:
      return value instanceof Uint8Array ? "bytea" : undefined;
  }
}

/** A value as the driver takes it. @throws StoreError STORE_FAILED for one that no column holds */
export function toParameter(value: unknown): unknown {
  if (typeof value === "bigint") return signed(value).toString();
  if (typeof value === "string") return storable(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map(toParameter) : value;
}

/** A text without U+0000, which the server refuses: a stranger's error message may hold one. */
export function storable(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text;
}

const SIGN = 2n ** 63n;

/** A wider number would become another one. */
export function signed(value: bigint): bigint {
  if (value >= 0n && value < SIGN) return value;
  if (value >= -SIGN && value < 2n * SIGN) return BigInt.asIntN(64, value);
  throw new StoreError("STORE_FAILED", `${value} does not fit a column of 64 bits`);
}

/** Object ids of the server's own types. */
export const OID = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  float8: 701,
  numeric: 1700,
} as const;

/** How the text of a column becomes a value. */
export type ReadText = (text: string) => unknown;

export const READ_COLUMN: Readonly<Record<ColumnKind, ReadText>> = {
  number: Number,
  u64: (text) => BigInt.asUintN(64, BigInt(text)),
  bytes: readBytes,
  text: (text) => text,
  /** A value that is neither 1 nor 0 is damage. It is returned as it is, so that `firn verify` shows it. */
  flag: (text) => (text === "1" ? true : text === "0" ? false : Number(text)),
};

/** How a computed value is read, by the server's type. */
export function readerOfType(oid: number): ReadText | undefined {
  switch (oid) {
    case OID.int2:
    case OID.int4:
    case OID.float8:
      return Number;
    case OID.int8:
    case OID.numeric:
      return readExact;
    case OID.bool:
      return (text) => text === "t";
    case OID.bytea:
      return readBytes;
    default:
      return undefined;
  }
}

/** A number when that is exact, otherwise a bigint. */
function readExact(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) || text.includes(".") ? number : BigInt(text);
}

/** `\x` and hexadecimal digits. */
function readBytes(text: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(text.slice(2), "hex");
  return new Uint8Array(buffer, byteOffset, byteLength);
}
