import type { Content, Interface, Operation, Parameter, Schema } from "./openapi";

/** Something in which Firn's interface differs from a published one. */
export interface Difference {
  kind: "operation" | "parameter" | "status" | "field";
  /** `GET /v1/…`; for a field the published name of its shape, or the operation of a shape without name. */
  where: string;
  /** Name of the parameter, path of the field such as `owners[].id`; empty for a whole operation or shape. */
  name: string;
  /** `not there`, `may be missing`, `also "x"`: how Firn differs. */
  what: string;
}

/** Every difference of `firn` from `published`. What only Firn has counts inside of published operations and shapes. */
export function compareInterfaces(published: Interface, firn: Interface): Difference[] {
  const own = new Map(operationsOf(firn).map((each) => [each.form, each.operation]));
  const walk = new Walk(published, firn);
  for (const { address, form, operation } of operationsOf(published)) {
    const match = own.get(form);
    if (match !== undefined) walk.compareOperations(address, operation, match);
    else walk.differences.push({ kind: "operation", where: address, name: "", what: "not served" });
  }
  return walk.differences;
}

/** Operations with their addresses, and with the form of the address whatever its parameters are called. */
function operationsOf({ paths }: Interface) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const address = `${method.toUpperCase()} ${path}`;
      const places = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
      return { address, form: address.replace(/\{\w+\}/g, "{}"), operation: { ...operation, places } };
    }),
  );
}

/** An operation with the names of its path parameters in order. */
type PlacedOperation = Operation & { places: string[] };

interface Place {
  where: string;
  name: string;
}

class Walk {
  readonly differences: Difference[] = [];
  readonly #published: Interface;
  readonly #firn: Interface;
  /** Pairs of shapes that were compared. */
  readonly #seen = new Set<string>();

  constructor(published: Interface, firn: Interface) {
    this.#published = published;
    this.#firn = firn;
  }

  compareOperations(where: string, published: PlacedOperation, firn: PlacedOperation): void {
    const [theirs, ours] = [published, firn].map(({ responses }) => Object.keys(responses).join(", "));
    if (theirs !== ours)
      this.differences.push({ kind: "status", where, name: "", what: `${theirs} → ${ours}` });
    this.#compareParameters(where, published, firn);
    this.#compareContents(`${where} body`, published.requestBody?.content, firn.requestBody?.content);
    const [answer, own] = [published, firn].map(({ responses }) => Object.values(responses)[0]?.content);
    this.#compareContents(where, answer, own);
  }

  #compareContents(where: string, published: Content | undefined, firn: Content | undefined): void {
    const [theirs, ours] = [published, firn].map((content) => content?.["application/json"]?.schema);
    if (theirs !== undefined && ours !== undefined) this.#compareSchemas({ where, name: "" }, theirs, ours);
    else if (theirs !== ours) this.#note({ where, name: "" }, theirs === undefined ? OWN : MISSING);
  }

  #compareParameters(where: string, published: PlacedOperation, firn: PlacedOperation): void {
    const theirs = parametersOf(published);
    const ours = parametersOf(firn);
    for (const key of new Set([...theirs.keys(), ...ours.keys()])) {
      const their = theirs.get(key);
      const our = ours.get(key);
      const name = (their ?? our)?.name ?? "";
      const note = (what: string) => this.differences.push({ kind: "parameter", where, name, what });
      if (their === undefined || our === undefined) {
        note(their === undefined ? OWN : MISSING);
        continue;
      }
      if (their.required !== our.required) note(our.required ? "required" : "optional");
      const a = variantsOf(their.schema, this.#published);
      const b = variantsOf(our.schema, this.#firn);
      const changed = changeOf(itemsOf(a, this.#published), itemsOf(b, this.#firn));
      if (changed !== undefined) note(changed);
      if (!a.some(isList) && b.some(isList)) note("also a list");
      for (const limit of ["minimum", "maximum", "default"] as const) {
        const from = a[0]?.schema[limit];
        const to = b[0]?.schema[limit];
        if (from !== undefined && from !== to) note(`${limit} ${from} → ${to ?? "none"}`);
      }
    }
  }

  #note(at: Place, what: string): void {
    this.differences.push({ kind: "field", ...at, what });
  }

  #compareSchemas(at: Place, published: Schema, firn: Schema): void {
    const theirs = variantsOf(published, this.#published);
    const ours = variantsOf(firn, this.#firn);
    const changed = changeOf(theirs, ours);
    if (changed !== undefined) this.#note(at, changed);
    for (const { their, our } of pair(theirs.filter(isObject), ours.filter(isObject)))
      if (their === undefined || our === undefined)
        this.#note(at, `${their === undefined ? "also" : "never"} ${titleOf(their ?? our)}`);
      else this.#compareObjects(their.name === undefined ? at : { where: their.name, name: "" }, their, our);
    const [items, ownItems] = [theirs, ours].map((variants) => variants.find(isList)?.schema.items);
    if (items !== undefined && ownItems !== undefined)
      this.#compareSchemas({ ...at, name: `${at.name}[]` }, items, ownItems);
  }

  #compareObjects(at: Place, their: Variant, our: Variant): void {
    const key = `${at.where} ${at.name} ${our.name ?? JSON.stringify(our.schema)}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const theirs = their.schema.properties;
    const ours = our.schema.properties ?? {};
    // Without fields, an object may have any.
    if (theirs === undefined) return;
    for (const field of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
      const place = { where: at.where, name: at.name === "" ? field : `${at.name}.${field}` };
      const a = theirs[field];
      const b = ours[field];
      const [always, ownAlways] = [their, our].map(({ schema }) => schema.required?.includes(field) === true);
      if (a === undefined || b === undefined) this.#note(place, a === undefined ? OWN : MISSING);
      else {
        if (always && !ownAlways) this.#note(place, "may be missing");
        this.#compareSchemas(place, a, b);
      }
    }
    const values = their.schema.additionalProperties;
    const ownValues = our.schema.additionalProperties;
    if (typeof values === "object" && typeof ownValues === "object")
      this.#compareSchemas({ ...at, name: `${at.name}.*` }, values, ownValues);
  }
}

const OWN = "Firn's own";
const MISSING = "not there";

/** Parameters by name, those in the path by their place in it. */
function parametersOf({ parameters = [], places }: PlacedOperation): Map<string, Parameter> {
  const used = parameters.filter((each) => each.in === "query" || each.in === "path");
  return new Map(
    used.map((each) => [each.in === "path" ? `#${places.indexOf(each.name)}` : each.name, each]),
  );
}

/** One of the forms that a schema allows; `name` if it is a named shape. */
interface Variant {
  name?: string;
  schema: Schema;
}

const isObject = ({ schema }: Variant) => schema.type === "object" || schema.properties !== undefined;
const isList = ({ schema }: Variant) => schema.type === "array";

/** The forms that a schema allows, each without choice in it. */
function variantsOf(schema: Schema, of: Interface, name?: string): Variant[] {
  const nulls: Variant[] = schema.nullable === true ? [{ schema: { type: "null" } }] : [];
  if (schema.$ref !== undefined) {
    const named = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return [...variantsOf(of.components.schemas[named] ?? {}, of, named), ...nulls];
  }
  const parts = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (schema.allOf !== undefined && schema.allOf.length > 1)
    throw new Error(`a shape of several parts is not compared: ${JSON.stringify(schema)}`);
  if (parts !== undefined) return [...parts.flatMap((part) => variantsOf(part, of)), ...nulls];
  const types: (string | undefined)[] = schema.type === undefined ? [undefined] : [schema.type].flat();
  return types.map((type) => ({
    ...(name === undefined ? {} : { name }),
    schema: type === "null" ? { type } : { ...schema, ...(type === undefined ? {} : { type }) },
  }));
}

function itemsOf(variants: Variant[], of: Interface): Variant[] {
  return variants.flatMap((variant) =>
    variant.schema.items === undefined ? [variant] : variantsOf(variant.schema.items, of),
  );
}

/** The texts and types that a schema allows. An integer is a number. */
function choicesOf(variants: Variant[]): Set<string> {
  return new Set(
    variants.flatMap(({ schema }) => {
      if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each));
      if (schema.const !== undefined) return [JSON.stringify(schema.const)];
      if (schema.type === undefined) return [schema.properties === undefined ? ANYTHING : "object"];
      return [schema.type === "integer" ? "number" : String(schema.type)];
    }),
  );
}

const ANYTHING = "anything";

/** What the second choice has and the first has not, and the reverse; undefined if both are the same. */
function changeOf(published: Variant[], firn: Variant[]): string | undefined {
  const theirs = choicesOf(published);
  const ours = choicesOf(firn);
  if (theirs.has(ANYTHING)) return undefined;
  const also = [...ours].filter((each) => !theirs.has(each));
  const never = [...theirs].filter((each) => !ours.has(each));
  if (also.length === 0 && never.length === 0) return undefined;
  if (never.length === theirs.size) return `${listed(theirs)} → ${listed(ours)}`;
  return [
    ...(also.length === 0 ? [] : [`also ${listed(also)}`]),
    ...(never.length === 0 ? [] : [`never ${listed(never)}`]),
  ].join("; ");
}

function listed(choices: Iterable<string>): string {
  const list = [...choices].sort();
  const text = list.join(" or ");
  return text.length > 110 ? `one of ${list.length} texts` : text;
}

/** Pairs of the objects on both sides: of the same name, else with the most fields in common. */
function pair(theirs: Variant[], ours: Variant[]): { their?: Variant; our?: Variant }[] {
  const left = [...ours];
  const pairs = theirs.map((their) => {
    const scores = left.map((our) => likeness(their, our));
    const best = Math.max(0, ...scores);
    const [our] = best === 0 ? [] : left.splice(scores.indexOf(best), 1);
    return our === undefined ? { their } : { their, our };
  });
  return [...pairs, ...left.map((our) => ({ our }))];
}

function likeness(a: Variant, b: Variant): number {
  if (a.name !== undefined && a.name === b.name) return Number.POSITIVE_INFINITY;
  const [one, other] = [a, b].map(({ schema }) => Object.keys(schema.properties ?? {}));
  if (one === undefined || other === undefined || one.length === 0) return 0.01;
  return one.filter((name) => other.includes(name)).length / new Set([...one, ...other]).size;
}

function titleOf(variant: Variant | undefined): string {
  const fields = Object.keys(variant?.schema.properties ?? {});
  return variant?.name ?? (fields.length === 0 ? "any other object" : `an object with ${fields.join(", ")}`);
}
