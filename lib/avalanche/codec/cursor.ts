import type { ErrorCode } from "../../errors";

/**
 * An error in bytes that are being decoded. Each enclosing struct prefixes `path`, and `decode` (layout.ts) turns it
 * into a DataError. It never leaves this room.
 */
export class CodecError extends Error {
  path = "";

  constructor(
    readonly code: ErrorCode,
    message: string,
    /** Offset at which the malformed value starts. */
    readonly offset: number,
  ) {
    super(message);
  }

  /** The same error seen from one level further out. `name`: a field, or an array index. */
  within(name: string | number): this {
    const step = typeof name === "number" ? `[${name}]` : name;
    this.path = this.path === "" || this.path.startsWith("[") ? step + this.path : `${step}.${this.path}`;
    return this;
  }
}

/** Largest typed array that engines keep without a separate buffer, bytes. */
const LONGEST_COPY = 64;

/** Reads big-endian values from `bytes`, never past their end. @throws CodecError BYTES_TRUNCATED */
export class Cursor {
  offset = 0;
  readonly end: number;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.end = bytes.length;
    // slicing a Buffer would not copy
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
   * The next `length` bytes. Short ones are copied, so that an address does not keep its whole container alive. Longer
   * ones are views: for more than 64 bytes engines allocate a separate buffer, which costs more than decoding the rest
   * of a transaction.
   */
  take(length: number): Uint8Array {
    const at = this.advance(length);
    return length > LONGEST_COPY ? this.bytes.subarray(at, at + length) : this.bytes.slice(at, at + length);
  }

  /** The next `length` bytes as a view, which keeps all bytes alive. */
  subarray(length: number): Uint8Array {
    const at = this.advance(length);
    return this.bytes.subarray(at, at + length);
  }

  /** Skips `length` bytes. */
  skip(length: number): void {
    this.advance(length);
  }

  /** A cursor at the same offset of the same bytes that ends `length` bytes later. */
  limited(length: number): Cursor {
    const inner = new Cursor(this.bytes.subarray(0, this.advance(length) + length));
    this.offset -= length;
    inner.offset = this.offset;
    return inner;
  }

  /** The bytes between two earlier offsets with leading zeros: a view if the source has these zeros, otherwise a copy. */
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
   * Reads the u32 count of an array, and checks it against the remaining bytes before anything of that size is
   * allocated.
   * @throws CodecError BYTES_TRUNCATED if `count` elements of at least `minSize` bytes do not fit
   */
  count(minSize: number): number {
    const at = this.offset;
    const count = this.u32();
    if (count * minSize > this.remaining) {
      throw new CodecError(
        "BYTES_TRUNCATED",
        `${count} elements of at least ${minSize} bytes are announced, ${this.remaining} bytes are left`,
        at,
      );
    }
    return count;
  }

  /** Skips `length` bytes. Returns the offset at which they start. */
  private advance(length: number): number {
    const at = this.offset;
    if (length > this.end - at) {
      throw new CodecError("BYTES_TRUNCATED", `${length} bytes are needed, ${this.end - at} are left`, at);
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

  /** Number of bytes written so far. */
  get offset(): number {
    return this.length;
  }

  /** The byte written at an offset. */
  at(offset: number): number {
    return this.bytes[offset] ?? 0;
  }

  /** Inserts `size` bytes at `at`; `set` fills them. */
  open(at: number, size: number): void {
    const end = this.reserve(size);
    if (at < end) this.bytes.copyWithin(at + size, at, end);
  }

  /** Inserts a u32 at `at`. */
  insertU32(at: number, value: number): void {
    this.open(at, 4);
    this.view.setUint32(at, value);
  }

  /** Replaces the byte written at an offset. */
  set(offset: number, byte: number): void {
    this.bytes[offset] = byte;
  }

  /** Removes everything from `at` on and returns it: a view that the next write overwrites. */
  takeFrom(at: number): Uint8Array {
    const taken = this.bytes.subarray(at, this.length);
    this.length = at;
    return taken;
  }

  /** A copy of everything written so far. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.slice(0, this.length);
  }

  /** Makes room and returns its offset. Call it before using `bytes` and `view`: growing replaces both. */
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

/** Allocates short byte arrays as slices of larger buffers: a buffer for each would cost more than its content. */
export class BytePool {
  #buffer = new ArrayBuffer(0);
  #used = 0;

  /** `length` zero bytes. They keep their buffer of tens of kilobytes alive. */
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

function isZero(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== 0) return false;
  return true;
}
