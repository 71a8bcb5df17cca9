import { type ErrorCode, InputError } from "../../errors";

/**
 * What is wrong with bytes while they are being read. The borders of structs prefix `path` on its way up, and `decode`
 * (layout.ts) turns it into a DataError; nothing outside this room meets one.
 */
export class Fault extends Error {
  path = "";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Where in the bytes the value that failed begins. */
    readonly offset: number,
  ) {
    super(message);
  }

  /** The same fault as seen from one level further out: `name` is a field, a number an array index. */
  within(name: string | number): this {
    const step = typeof name === "number" ? `[${name}]` : name;
    this.path = this.path === "" || this.path.startsWith("[") ? step + this.path : `${step}.${this.path}`;
    return this;
  }
}

/** Bytes that fit into a typed array without a buffer of its own. */
const LONGEST_COPY = 64;

/** Reads big-endian values from `bytes`, never past their end. @throws Fault BYTES_TRUNCATED */
export class Cursor {
  offset = 0;
  readonly end: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.end = bytes.length;
    // a Buffer's own slice would not copy
    this.bytes =
      bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  u8(): number {
    return this.view.getUint8(this.advance(1));
  }

  u16(): number {
    return this.view.getUint16(this.advance(2));
  }

  u32(): number {
    return this.view.getUint32(this.advance(4));
  }

  u64(): bigint {
    return this.view.getBigUint64(this.advance(8));
  }

  i64(): bigint {
    return this.view.getBigInt64(this.advance(8));
  }

  f64(): number {
    return this.view.getFloat64(this.advance(8));
  }

  /**
   * The next `length` bytes. Short ones are copied: whoever keeps an address does not keep its whole container alive.
   * Longer ones are a view: beyond 64 bytes an engine allocates a buffer of its own, which costs more than the rest of a
   * transaction.
   */
  take(length: number): Uint8Array {
    const at = this.advance(length);
    return length > LONGEST_COPY ? this.bytes.subarray(at, at + length) : this.bytes.slice(at, at + length);
  }

  /** The next `length` bytes, never copied: whoever keeps them keeps all bytes alive. */
  subarray(length: number): Uint8Array {
    const at = this.advance(length);
    return this.bytes.subarray(at, at + length);
  }

  /** Steps over `length` bytes. */
  skip(length: number): void {
    this.advance(length);
  }

  /** A cursor at the same place of the same bytes that ends after `length` more of them. */
  limited(length: number): Cursor {
    const inner = new Cursor(this.bytes.subarray(0, this.advance(length) + length));
    this.offset -= length;
    inner.offset = this.offset;
    return inner;
  }

  /**
   * The bytes between two offsets already passed, behind as many zeros as asked for: a view where these zeros stand
   * before them, else a copy.
   */
  slice(start: number, end: number, zerosBefore = 0): Uint8Array {
    const from = start - zerosBefore;
    if (from >= 0 && isZero(this.bytes, from, start)) {
      return this.bytes.subarray(from, end);
    }
    const copy = new Uint8Array(zerosBefore + end - start);
    copy.set(this.bytes.subarray(start, end), zerosBefore);
    return copy;
  }

  /**
   * The u32 count before an array, checked against what is left before anything of that size is allocated.
   * @throws Fault BYTES_TRUNCATED when `count` elements of at least `minSize` bytes can't follow
   */
  count(minSize: number): number {
    const at = this.offset;
    const count = this.u32();
    if (count * minSize > this.remaining) {
      throw new Fault(
        "BYTES_TRUNCATED",
        `${count} elements of at least ${minSize} bytes are announced, ${this.remaining} bytes are left`,
        at,
      );
    }
    return count;
  }

  /** Steps over `length` bytes; returns where they begin. */
  private advance(length: number): number {
    const at = this.offset;
    if (length > this.end - at) {
      throw new Fault("BYTES_TRUNCATED", `${length} bytes are needed, ${this.end - at} are left`, at);
    }
    this.offset = at + length;
    return at;
  }
}

/** Writes big-endian values into a buffer that grows by doubling. */
export class Writer {
  private bytes: Uint8Array<ArrayBuffer>;
  private view: DataView;
  private length = 0;

  constructor(capacity = 512) {
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  u8(value: number): void {
    const at = this.reserve(1);
    this.view.setUint8(at, value);
  }

  u16(value: number): void {
    const at = this.reserve(2);
    this.view.setUint16(at, value);
  }

  u32(value: number): void {
    const at = this.reserve(4);
    this.view.setUint32(at, value);
  }

  u64(value: bigint): void {
    const at = this.reserve(8);
    this.view.setBigUint64(at, value);
  }

  i64(value: bigint): void {
    const at = this.reserve(8);
    this.view.setBigInt64(at, value);
  }

  f64(value: number): void {
    const at = this.reserve(8);
    this.view.setFloat64(at, value);
  }

  put(value: Uint8Array): void {
    const at = this.reserve(value.length);
    this.bytes.set(value, at);
  }

  /** How much was written so far. */
  get offset(): number {
    return this.length;
  }

  /** The byte written at an offset. */
  at(offset: number): number {
    return this.bytes[offset] ?? 0;
  }

  /** Makes room for `size` bytes before what was written from `at` on; `set` fills it. */
  open(at: number, size: number): void {
    const end = this.reserve(size);
    if (at < end) this.bytes.copyWithin(at + size, at, end);
  }

  /** Writes before what was written from `at` on. */
  insertU32(at: number, value: number): void {
    this.open(at, 4);
    this.view.setUint32(at, value);
  }

  /** Replaces the byte written at an offset. */
  set(offset: number, byte: number): void {
    this.bytes[offset] = byte;
  }

  /** What was written from `at` on, taken away again: a view that the next writing overwrites. */
  takeFrom(at: number): Uint8Array {
    const taken = this.bytes.subarray(at, this.length);
    this.length = at;
    return taken;
  }

  /** A copy of what was written so far. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  /** Makes room and says where it is. To be called before `bytes` and `view` are looked at: growing replaces both. */
  private reserve(size: number): number {
    const at = this.length;
    this.length = at + size;
    if (this.length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length));
      grown.set(this.bytes);
      this.bytes = grown;
      this.view = new DataView(grown.buffer);
    }
    return at;
  }
}

/** Gives out short runs of bytes as pieces of larger buffers: a buffer for each would cost more than what is put in it. */
export class BytePool {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** `length` bytes, all zero. They keep the buffer that they are a piece of, tens of kilobytes, as long as they are kept. */
  take(length: number): Uint8Array<ArrayBuffer> {
    if (length > LARGEST_PIECE) return new Uint8Array(length);
    if (this.#used + length > this.#buffer.byteLength) {
      this.#buffer = new ArrayBuffer(POOL_BYTES);
      this.#used = 0;
    }
    const piece = new Uint8Array(this.#buffer, this.#used, length);
    this.#used += length;
    return piece;
  }
}

const POOL_BYTES = 65_536;
const LARGEST_PIECE = 4_096;

export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hex with `0x` before it. */
export function toHex(bytes: Uint8Array): string {
  let text = "0x";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/**
 * Bytes of hex text of either case, with or without `0x`.
 * @throws InputError BAD_PARAMETER for an odd number of digits or anything that is no digit
 */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith("0x") ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) {
    throw new InputError(
      "BAD_PARAMETER",
      `"${excerpt(text)}" is not hex: an even number of digits 0-9 a-f, 0x allowed before`,
    );
  }
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Enough of a caller's text to recognise it in a message. */
export function excerpt(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
