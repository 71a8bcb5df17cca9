/** The part of an OpenAPI 3.1 document that says what a client sends and receives: no prose, no examples, no failures. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  nullable?: boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

export interface Content {
  "application/json"?: { schema: Schema };
}

export interface Operation {
  operationId: string;
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  /** Of success only, by status. */
  responses: Record<string, { content?: Content }>;
}

export interface Interface {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const METHODS = ["get", "post", "patch", "put", "delete"];

/** Keywords of a schema whose values are schemas by name, a list of schemas, or one. */
const OF_NAMES = ["properties"] as const;
const OF_LISTS = ["oneOf", "anyOf", "allOf"] as const;
const OF_ONE = ["items", "additionalProperties"] as const;
const FACTS = [
  "$ref",
  "type",
  "required",
  "enum",
  "const",
  "default",
  "minimum",
  "maximum",
  "nullable",
] as const;

/** The facts of an OpenAPI document, which is any document with such parts: descriptions, examples and failures are left. */
export function extractInterface(document: Interface): Interface {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      METHODS.filter((method) => item[method] !== undefined).map((method) => [
        method,
        extractOperation(item[method] as Operation),
      ]),
    ),
  ]);
  const extracted = { paths: Object.fromEntries(paths), components: { schemas: {} } };
  const { schemas } = document.components;
  // What is sent to webhooks is in no answer.
  const sent = Object.keys(schemas).filter((name) => /^Webhook\w+Response$/.test(name));
  const roots = [extracted, ...sent.map((name) => ({ $ref: `#/components/schemas/${name}` }))];
  return { ...extracted, components: { schemas: reachable(roots, schemas) } };
}

function extractOperation({
  operationId,
  deprecated,
  parameters,
  requestBody,
  responses,
}: Operation): Operation {
  const taken = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    operationId,
    ...(deprecated ? { deprecated } : {}),
    parameters: (parameters ?? []).map(({ name, in: place, required, schema }) => ({
      name,
      in: place,
      required: required ?? false,
      schema: extractSchema(schema),
    })),
    ...(requestBody === undefined ? {} : { requestBody: { content: extractContent(requestBody.content) } }),
    responses: Object.fromEntries(
      taken.map(([status, { content }]) => [
        status,
        content === undefined ? {} : { content: extractContent(content) },
      ]),
    ),
  };
}

function extractContent(content: Content): Content {
  const json = content["application/json"];
  return json === undefined ? {} : { "application/json": { schema: extractSchema(json.schema) } };
}

function extractSchema(schema: Schema): Schema {
  const result: Record<string, unknown> = {};
  for (const key of FACTS) if (schema[key] !== undefined) result[key] = schema[key];
  for (const key of OF_NAMES)
    if (schema[key] !== undefined)
      result[key] = Object.fromEntries(
        Object.entries(schema[key]).map(([name, part]) => [name, extractSchema(part)]),
      );
  for (const key of OF_LISTS) if (schema[key] !== undefined) result[key] = schema[key].map(extractSchema);
  for (const key of OF_ONE) {
    const part = schema[key];
    if (part !== undefined) result[key] = typeof part === "boolean" ? part : extractSchema(part);
  }
  return result;
}

/** The named schemas that `value` refers to, and those that these refer to, in order of their names. */
function reachable(value: unknown, schemas: Record<string, Schema>): Record<string, Schema> {
  const found = new Map<string, Schema>();
  const waiting = [JSON.stringify(value)];
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop())
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, extractSchema(schema));
      waiting.push(JSON.stringify(found.get(name)));
    }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
