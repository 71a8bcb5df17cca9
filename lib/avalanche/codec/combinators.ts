import { showTypeId } from "../show";
import { CodecError, type Cursor } from "./cursor";
import {
  childPath,
  enclose,
  type Field,
  type Format,
  type Json,
  type Layout,
  layout,
  type Span,
  spread,
  type TypeOf,
} from "./layout";

/** Layouts by field name, in the order of the bytes. */
export type Fields = Record<string, Layout<unknown>>;
export type StructOf<F extends Fields> = { [K in keyof F]: TypeOf<F[K]> };

interface StructOptions<T> {
  /** One line for the whole struct. Without it each field has its own. */
  show?: (value: T, format: Format) => string;
  /** For structs whose JSON in the node is not simply their fields in order. */
  toJson?: (value: T, format: Format) => Json;
}

/** Fields one after another, without padding. */
export function struct<F extends Fields>(
  fields: F,
  options: StructOptions<StructOf<F>> = {},
): Layout<StructOf<F>> {
  const entries = Object.entries(fields);
  const read = fieldReader(fields);
  const show = options.show ?? (() => "");
  return layout<StructOf<F>>({
    minSize: entries.reduce((sum, [, each]) => sum + each.minSize, 0),
    read,
    write(writer, value) {
      for (const [name, each] of entries) each.write(writer, value[name]);
    },
    toJson: options.toJson ?? ((value, format) => fieldsToJson(fields, value, format)),
    show,
    spans: (cursor, field, format) => [
      enclose({ read, show }, { cursor, field, format }, () =>
        entries.flatMap(([name, each]) => each.spans(cursor, fieldOf(field, name, each), format)),
      ),
    ],
  });
}

/** The fields of a struct under the node's names, in codec order. */
export function fieldsToJson<F extends Fields>(
  fields: F,
  value: StructOf<F>,
  format: Format,
): { [key: string]: Json } {
  const json: { [key: string]: Json } = {};
  for (const [name, each] of Object.entries(fields)) {
    const part = each.toJson(value[name], format);
    if (each.jsonName === "") Object.assign(json, part);
    else json[each.jsonName ?? nodeName(name)] = part;
  }
  return json;
}

/** A u32 count and as many elements. In a hex view, count and elements are siblings of the surrounding fields. */
export function array<T>(element: Layout<T>): Layout<T[]> {
  const { minSize, read: readElement } = element;
  return layout({
    minSize: 4,
    read(cursor) {
      const count = cursor.count(minSize);
      const values: T[] = [];
      try {
        while (values.length < count) values.push(readElement(cursor));
      } catch (error) {
        throw error instanceof CodecError ? error.within(values.length) : error;
      }
      return values;
    },
    write(writer, values) {
      writer.u32(values.length);
      for (const value of values) element.write(writer, value);
    },
    toJson: (values, format) => values.map((value) => element.toJson(value, format)),
    show: (values) => String(values.length),
    spans(cursor, { path, label }, format) {
      const start = cursor.offset;
      const count = cursor.count(minSize);
      const one = label.replace(/(?<!s)s$/, "");
      const length = {
        path: `${path}.length`,
        label: `${one} count`,
        start,
        end: cursor.offset,
        value: String(count),
      };
      const places = Array.from({ length: count }, (_, i) => ({
        path: `${path}[${i}]`,
        label: `${one} ${i}`,
      }));
      return [length, ...places.flatMap((place) => element.spans(cursor, place, format))];
    },
  });
}

/** One span with one line, for a value that would otherwise have several. */
export function grouped<T>(inner: Layout<T>, show: (value: T, format: Format) => string): Layout<T> {
  const spans: Layout<T>["spans"] = (cursor, field, format) => [
    enclose({ read: inner.read, show }, { cursor, field, format }, () => inner.spans(cursor, field, format)),
  ];
  return { ...inner, show, spans };
}

/** A u32 type id, which must be `typeId`, then the value. */
export function tagged<T>(typeId: number, name: string, inner: Layout<T>): Layout<T> {
  const names = new Map([[typeId, name]]);
  const read = (cursor: Cursor): T => {
    readTypeId(cursor, names);
    return inner.read(cursor);
  };
  return layout({
    minSize: 4 + inner.minSize,
    read,
    write(writer, value) {
      writer.u32(typeId);
      inner.write(writer, value);
    },
    toJson: inner.toJson,
    show: inner.show,
    spans: (cursor, field, format) => [
      enclose({ read, show: inner.show }, { cursor, field, format }, () => [
        typeSpan(cursor, field, name),
        ...spread(inner).spans(cursor, field, format),
      ]),
    ],
  });
}

/** The values that an interface may hold, by our names: the codec's type id and the layout. */
export type Variants = Record<string, { typeId: number; layout: Layout<object> }>;
export type VariantOf<V extends Variants> = {
  [K in keyof V & string]: { type: K } & TypeOf<V[K] extends { layout: infer L } ? L : never>;
}[keyof V & string];

/** A u32 type id and the value of that type. Values are distinguished by `type`. */
export function oneOf<V extends Variants>(variants: V): Layout<VariantOf<V>> {
  type T = VariantOf<V>;
  const byTypeId = new Map(Object.entries(variants).map(([type, each]) => [each.typeId, { type, ...each }]));
  const byType = new Map(Object.entries(variants));
  const layoutOf = (value: T) => (byType.get(value.type) as V[string]).layout;
  const read = (cursor: Cursor): T => {
    const { layout, type } = readTypeId(cursor, byTypeId);
    // the object is new: adding a field is cheaper than copying it
    const value = layout.read(cursor) as { type: string };
    value.type = type;
    return value as T;
  };
  const show = (value: T, format: Format) => layoutOf(value).show(value, format);
  return layout<T>({
    minSize: 4 + Math.min(...Object.values(variants).map((each) => each.layout.minSize)),
    read,
    write(writer, value) {
      writer.u32((byType.get(value.type) as V[string]).typeId);
      layoutOf(value).write(writer, value);
    },
    toJson: (value, format) => layoutOf(value).toJson(value, format),
    show,
    spans: (cursor, field, format) => [
      enclose({ read, show }, { cursor, field, format }, () => {
        const found = peekTypeId(cursor, byTypeId);
        return [typeSpan(cursor, field, found.type), ...spread(found.layout).spans(cursor, field, format)];
      }),
    ],
  });
}

/** Reads a u32 type id and looks it up. @throws CodecError UNKNOWN_TYPE */
export function readTypeId<T>(cursor: Cursor, known: ReadonlyMap<number, T>): T {
  const at = cursor.offset;
  const typeId = cursor.u32();
  const found = known.get(typeId);
  if (found === undefined) throw new CodecError("UNKNOWN_TYPE", `type id ${typeId} is not known here`, at);
  return found;
}

/** Like `readTypeId`, without advancing. */
export function peekTypeId<T>(cursor: Cursor, known: ReadonlyMap<number, T>): T {
  const at = cursor.offset;
  const found = readTypeId(cursor, known);
  cursor.offset = at;
  return found;
}

/** The span of the type id of the value at `field`. */
export function typeSpan(cursor: Cursor, field: Field, name: string): Span {
  const start = cursor.offset;
  const value = showTypeId(cursor.u32(), name);
  return { path: childPath(field, "type"), label: "Type", start, end: cursor.offset, value };
}

/** Field `name` of the value at `parent`. */
export function fieldOf(parent: Field, name: string, each: Layout<unknown>): Field {
  return { path: childPath(parent, name), label: each.label ?? labelOf(name) };
}

/** Reads the fields of a struct in order. Errors get the name of the field. */
export function fieldReader<F extends Fields>(fields: F): (cursor: Cursor) => StructOf<F> {
  const steps = Object.entries(fields).map(([name, { read }]) => ({ name, read }));
  return (cursor) => {
    const value: Record<string, unknown> = {};
    let at = "";
    try {
      for (const step of steps) {
        at = step.name;
        value[step.name] = step.read(cursor);
      }
    } catch (error) {
      throw error instanceof CodecError ? error.within(at) : error;
    }
    return value as StructOf<F>;
  };
}

/** `subnetId` in the node's spelling: `subnetID`. */
function nodeName(name: string): string {
  return name.replace(/Id(s?)$/, "ID$1");
}

/** A label for people: `destinationChain` becomes `Destination chain`, `subnetId` becomes `Subnet`. */
function labelOf(name: string): string {
  const words = name.replace(/Id(s?)$/, "$1").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
