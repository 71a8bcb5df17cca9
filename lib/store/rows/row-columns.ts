/**
 * Rows to be written together, stored by column. As objects with a few byte arrays each, tens of thousands of rows cost
 * more to collect as garbage than to write. Short bytes are copied, long ones are not.
 */
export class RowColumns<T extends object> {
  /** In the order of the first row. All rows have the same names. */
  #names: readonly (keyof T & string)[] = [];
  #columns: unknown[][] = [];
  /** Whether the short values of a column are positions in `#bytes`. */
  #isBytes: boolean[] = [];
  #bytes = new Uint8Array(0);
  #used = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get names(): readonly (keyof T & string)[] {
    return this.#names;
  }

  push(row: T): void {
    if (this.#length === 0) this.#begin(row);
    for (let i = 0; i < this.#names.length; i++) {
      const value: unknown = row[this.#names[i] as keyof T];
      this.#columns[i]?.push(value instanceof Uint8Array ? this.#keep(value, i) : value);
    }
    this.#length += 1;
  }

  pushAll(rows: Iterable<T>): void {
    for (const row of rows) this.push(row);
  }

  value<N extends keyof T & string>(row: number, name: N): T[N] {
    return this.#valueOf(row, this.#names.indexOf(name)) as T[N];
  }

  /** Puts the values of a row into `values`, from `at` on. */
  put(row: number, values: unknown[], at: number): void {
    for (let i = 0; i < this.#columns.length; i++) values[at + i] = this.#valueOf(row, i);
  }

  /** The values of a column that holds only numbers. */
  numbers(name: keyof T & string): readonly number[] {
    return (this.#columns[this.#names.indexOf(name)] ?? []) as number[];
  }

  #begin(row: T): void {
    this.#names = Object.keys(row) as (keyof T & string)[];
    this.#columns = this.#names.map(() => []);
    this.#isBytes = this.#names.map(() => false);
  }

  #valueOf(row: number, column: number): unknown {
    const value = this.#columns[column]?.[row];
    if (!this.#isBytes[column] || typeof value !== "number") return value;
    const at = Math.floor(value / LENGTHS);
    return this.#bytes.subarray(at, at + (value % LENGTHS));
  }

  /** The position and length of a copy as one number; long values unchanged. */
  #keep(value: Uint8Array, column: number): Uint8Array | number {
    this.#isBytes[column] = true;
    const { length } = value;
    if (length >= LENGTHS) return value;
    const at = this.#used;
    this.#used += length;
    if (this.#used > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(2 * this.#bytes.length, FIRST_BYTES));
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(value, at);
    return at * LENGTHS + length;
  }
}

/** Bytes of this length or more are not copied. */
const LENGTHS = 128;
const FIRST_BYTES = 1_024;
