import { once } from "node:events";
import { finished } from "node:stream/promises";
import { from } from "pg-copy-streams";
import type { RowSource } from "../engine";
import type { StoredColumn } from "./catalog";
import type { PostgresConnection } from "./connection";
import { signed, storable } from "./values";

/**
 * Rows in the server's binary form of `COPY`: the way to write many, at a quarter of what inserting them costs.
 * @source PostgreSQL manual, "COPY", binary format
 */

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const END = Buffer.from([0xff, 0xff]);

/** Bytes handed to the connection at once. */
const CHUNK_BYTES = 256 * 1024;

/** Copies rows into a table, which may be a temporary one. @throws StoreError STORE_FAILED */
export async function copyRows(
  connection: PostgresConnection,
  table: string,
  { columns, source }: { columns: readonly StoredColumn[]; source: RowSource },
): Promise<void> {
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  await connection.run(async () => {
    const stream = connection.client.query(from(`copy "${table}" (${names}) from stdin (format binary)`));
    const done = finished(stream);
    // `done` says what failed; waiting for room must not wait for ever then.
    done.catch(() => undefined);
    for (const chunk of encodeRows(columns, source)) {
      if (!stream.write(chunk)) await Promise.race([once(stream, "drain"), done]);
    }
    stream.end();
    await done;
  });
}

/** The rows as chunks of bytes. */
export function* encodeRows(columns: readonly StoredColumn[], source: RowSource): Generator<Buffer> {
  const writer = new Writer();
  writer.bytes(SIGNATURE);
  const values: unknown[] = new Array(columns.length);
  const types = columns.map(({ type }) => type);
  for (let row = 0; row < source.count; row++) {
    source.put(row, values, 0);
    writer.int16(types.length);
    for (let i = 0; i < types.length; i++) writer.field(types[i] as string, values[i]);
    if (writer.length >= CHUNK_BYTES) yield writer.take();
  }
  writer.bytes(END);
  yield writer.take();
}

/** A field as a server's type says. */
class Writer {
  #buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  /** What was written since the last time. */
  take(): Buffer {
    const chunk = this.#buffer.subarray(0, this.#at);
    this.#buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    this.#at = 0;
    return chunk;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
  }

  int16(value: number): void {
    this.#reserve(2);
    this.#at = this.#buffer.writeInt16BE(value, this.#at);
  }

  field(type: string, value: unknown): void {
    if (value === null) this.#length(-1);
    else if (value instanceof Uint8Array) {
      this.#length(value.length);
      this.bytes(value);
    } else if (typeof value === "string") {
      const text = storable(value);
      const length = Buffer.byteLength(text);
      this.#length(length);
      this.#reserve(length);
      this.#at += this.#buffer.write(text, this.#at);
    } else this.#integer(type, value);
  }

  #integer(type: string, value: unknown): void {
    if (typeof value === "bigint") {
      this.#length(8);
      this.#reserve(8);
      this.#at = this.#buffer.writeBigInt64BE(signed(value), this.#at);
      return;
    }
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new Error(`${String(value)} is not a whole number`);
    const width = WIDTHS[type];
    if (width === undefined) throw new Error(`a number for a column of ${type}`);
    this.#length(width);
    this.#reserve(width);
    if (width === 8) {
      const high = Math.floor(number / 2 ** 32);
      this.#at = this.#buffer.writeInt32BE(high, this.#at);
      this.#at = this.#buffer.writeUInt32BE(number - high * 2 ** 32, this.#at);
    } else this.#at = this.#buffer.writeIntBE(number, this.#at, width);
  }

  #length(length: number): void {
    this.#reserve(4);
    this.#at = this.#buffer.writeInt32BE(length, this.#at);
  }

  #reserve(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#at + bytes));
    larger.set(this.#buffer.subarray(0, this.#at));
    this.#buffer = larger;
  }
}

/** Bytes of the server's integers. */
const WIDTHS: Readonly<Record<string, number>> = { int2: 2, int4: 4, int8: 8 };
