import { DataError } from "../../errors";
import { CodecError, Cursor, Writer } from "./cursor";

/**
 * One definition of a value's encoding. The TypeScript type, decoding, encoding, the node's JSON and the annotated
 * spans of a hex view all follow from it, so they cannot contradict each other.
 */
export interface Layout<T> extends Naming {
  /** Minimum size of a value in bytes. Counts are checked against it before anything is allocated. */
  readonly minSize: number;
  /** @throws CodecError */
  read(cursor: Cursor): T;
  write(writer: Writer, value: T): void;
  /** The node's JSON form. */
  toJson(value: T, format: Format): Json;
  /** One line for a person. */
  show(value: T, format: Format): string;
  /** Decodes a value into adjacent spans that say what each byte means. @throws CodecError */
  spans(cursor: Cursor, field: Field, format: Format): Span[];
}

/** Names of a struct's field, where its own name does not fit. */
interface Naming {
  /** In a hex view; by default made from the field's name. */
  readonly label?: string | undefined;
  /**
   * In JSON; by default the field's name with `Id` as `ID`. An empty name merges the value's fields into the struct's.
   */
  readonly jsonName?: string | undefined;
}

export type TypeOf<L> = L extends Layout<infer T> ? T : never;

/** 64-bit integers are bigint. The caller writes them as bare numbers. */
export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json };

/** What texts depend on but bytes do not contain. */
export interface Format {
  /** Bech32 prefix of the network. */
  hrp: string;
  /** Chain prefix of addresses. */
  chain: "P" | "X" | "C";
  /** 32 bytes. Amounts of other assets are shown in base units. If undefined, every amount counts as AVAX. */
  avaxAssetId?: Uint8Array;
  /** The asset of the surrounding output or input, set while descending into it. */
  assetId?: Uint8Array;
}

/** A caller's knowledge of a network: its address prefix, and the id that distinguishes AVAX from other assets. */
export type AnnotateOptions = Pick<Format, "hrp" | "avaxAssetId">;

/** A range of bytes with a meaning. Children lie inside, in order. */
export interface Span {
  /** Path of the value in the decoded object: `unsigned.base.outputs[0].amount`. */
  path: string;
  label: string;
  start: number;
  /** Exclusive. */
  end: number;
  value: string;
  children?: Span[];
}

/** A position in the decoded object. */
export interface Field {
  path: string;
  label: string;
}

/** Decodes a value that must fill `bytes`. @throws DataError with details { offset, path } */
export function decode<T>(layout: Layout<T>, bytes: Uint8Array): T {
  return readAll(bytes, (cursor) => layout.read(cursor));
}

export function encode<T>(layout: Layout<T>, value: T): Uint8Array {
  const writer = new Writer();
  layout.write(writer, value);
  return writer.finish();
}

/** Spans of a value that must fill `bytes`. @throws DataError as `decode` */
export function annotate<T>(layout: Layout<T>, bytes: Uint8Array, format: Format): Span[] {
  return readAll(bytes, (cursor) => layout.spans(cursor, { path: "", label: "" }, format));
}

/** Runs `read` over all of `bytes`. @throws DataError with details { offset, path } */
export function readAll<T>(bytes: Uint8Array, read: (cursor: Cursor) => T): T {
  const cursor = new Cursor(bytes);
  try {
    const value = read(cursor);
    if (cursor.remaining > 0) {
      throw new CodecError(
        "BYTES_TRAILING",
        `${cursor.remaining} bytes are left after the last field`,
        cursor.offset,
      );
    }
    return value;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    const { offset, path } = error;
    const place = path === "" ? `at byte ${offset}` : `in ${path} at byte ${offset}`;
    throw new DataError(error.code, `${error.message} ${place}`, { details: { offset, path } });
  }
}

/** Makes a layout. All have the same keys in the same order, so that calls through them stay fast. */
export function layout<T>(parts: Omit<Layout<T>, keyof Naming>): Layout<T> {
  const { minSize, read, write, toJson, show, spans } = parts;
  return { minSize, read, write, toJson, show, spans, label: undefined, jsonName: undefined };
}

/** The same layout under other names. */
export function named<T>(naming: Naming, inner: Layout<T>): Layout<T> {
  return { ...inner, ...naming };
}

/** A value without inner structure: a single span. */
export function leaf<T>(parts: Omit<Layout<T>, keyof Naming | "spans">): Layout<T> {
  return layout({
    ...parts,
    spans(cursor, field, format) {
      const start = cursor.offset;
      const value = parts.read(cursor);
      return [{ ...field, start, end: cursor.offset, value: parts.show(value, format) }];
    },
  });
}

/** Replaces the span around a value by the value's inner spans: a hex view shows the fields one level up. */
export function spread<T>(inner: Layout<T>): Layout<T> {
  return {
    ...inner,
    spans: (cursor, field, format) =>
      inner.spans(cursor, field, format).flatMap((span) => span.children ?? [span]),
  };
}

/** A struct whose fields belong to the surrounding struct, in JSON and in the hex view. */
export function merged<T>(inner: Layout<T>): Layout<T> {
  return named({ jsonName: "" }, spread(inner));
}

/** The path of member `name` of the value at `parent`. */
export function childPath(parent: Field, name: string): string {
  return parent.path === "" ? name : `${parent.path}.${name}`;
}

/** One span around a value of `inner`. `children` reads the same bytes again, part by part. */
export function enclose<T>(
  inner: Pick<Layout<T>, "read" | "show">,
  place: { cursor: Cursor; field: Field; format: Format },
  children: () => Span[],
): Span {
  const { cursor, field, format } = place;
  const start = cursor.offset;
  const value = inner.show(inner.read(cursor), format);
  const end = cursor.offset;
  cursor.offset = start;
  return { ...field, start, end, value, children: children() };
}
