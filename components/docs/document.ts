/** What pages read of the API's own OpenAPI document. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  /** The accepted form, worded to follow "must be". */
  description: string;
  schema: Schema & { default?: unknown };
  example?: unknown;
}

export interface Operation {
  operationId: string;
  "x-firn-api": Group;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
  "x-codeSamples": { lang: string; label: string; source: string }[];
}

/** By media type. */
type Content = Record<
  string,
  { schema?: Schema; examples?: { recorded: { summary: string; value: unknown } } }
>;

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The interfaces, each on a page of its own. */
export const GROUPS = {
  data: { title: "Data API", about: "Blocks, transactions, balances, tokens and validators, as published." },
  metrics: { title: "Metrics API", about: "Figures of EVM chains over time, and who holds what." },
  firn: {
    title: "Firn’s own API",
    about: "Bytes, events, logs, contracts, L1s, indexes and Firn’s own state.",
  },
  etherscan: { title: "Etherscan form", about: "For programs that speak to Etherscan and its likes." },
} as const;
export type Group = keyof typeof GROUPS;

export function isGroup(text: string): text is Group {
  return Object.hasOwn(GROUPS, text);
}

/** An operation with its address. */
export interface Served {
  method: string;
  path: string;
  operation: Operation;
}

/** The operations of an interface by tag, in the document's order. */
export function operationsOf({ paths }: ApiDocument, group: Group): Map<string, Served[]> {
  const byTag = new Map<string, Served[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation["x-firn-api"] !== group) continue;
      const tag = operation.tags[0] ?? "";
      byTag.set(tag, [...(byTag.get(tag) ?? []), { method: method.toUpperCase(), path, operation }]);
    }
  return byTag;
}

/** A shape as indented text: `name?: string`, with a line for each field. Named shapes within it are named only. */
export function shapeText(schema: Schema, schemas: Record<string, Schema>): string {
  const name = nameOf(schema);
  return linesOf(name === undefined ? schema : (schemas[name] ?? {}), "");
}

/** The named shapes that operations send and answer with, but for those whose text stands with the operation, by name. */
export function shapesWithin(list: readonly Served[], schemas: Record<string, Schema>): [string, string][] {
  const found = new Map<string, string>();
  const visit = (text: string) => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, linesOf(schema, ""));
      visit(JSON.stringify(schema));
    }
  };
  for (const { operation } of list) {
    const contents = [operation.requestBody?.content, operation.responses[200]?.content];
    for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
      const name = schema === undefined ? undefined : nameOf(schema);
      if (schema !== undefined) visit(JSON.stringify(name === undefined ? schema : schemas[name]));
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.slice($ref.lastIndexOf("/") + 1);
}

function linesOf(schema: Schema, indent: string): string {
  const within = `${indent}  `;
  const choice = schema.oneOf ?? schema.anyOf;
  if (schema.$ref !== undefined) return nameOf(schema) ?? "";
  if (choice !== undefined) return [...new Set(choice.map((part) => linesOf(part, indent)))].join(" | ");
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items !== undefined) return `[${linesOf(schema.items, indent)}]`;
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const mark = schema.required?.includes(name) ? "" : "?";
    return `${within}${name}${mark}: ${linesOf(part, within)}`;
  });
  if (fields.length > 0) return `{\n${fields.join("\n")}\n${indent}}`;
  if (typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length > 0)
    return `{ [name]: ${linesOf(schema.additionalProperties, within)} }`;
  return [schema.type ?? "anything"].flat().join(" | ");
}
