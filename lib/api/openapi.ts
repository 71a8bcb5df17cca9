import { z } from "zod";
import { costOf } from "../contract/costs";
import { errorBody } from "../contract/data/error";
import { FIRN_EVENTS } from "../contract/firn/events";
import { IMAGE_TYPES } from "../contract/firn/nfts";
import { listShapeOf } from "../contract/list-shape";
import { acceptedForm, boundsOf, type Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { CODES, type ErrorCode } from "../errors";
import { codeSamplesOf, pathOf } from "./code-samples";
import { FORMAT } from "./csv/format";
import recorded from "./examples.json" with { type: "json" };

type Json = Record<string, unknown>;

/** What the recorded network answers, by operation (`npm run examples`). */
interface Example {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const EXAMPLES = recorded as unknown as Record<string, Example>;

/** The interface that an operation belongs to. */
export function apiOf({ api, path }: Route): "data" | "metrics" | "firn" | "etherscan" {
  return api ?? (/^\/v[12]\//.test(path) ? "data" : "firn");
}

/** The interface as an OpenAPI 3.1 document, derived from the contracts. */
export function buildOpenApi(version: string): { openapi: string; paths: Json } & Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of Object.values(ROUTES))
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, schemas) };
  return {
    openapi: "3.1.0",
    info: { title: "Firn", version, description: "What your Avalanche node accepted, as a REST interface." },
    paths,
    components: {
      schemas,
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-data-api-key" } },
    },
    security: [{ apiKey: [] }, {}],
  };
}

function operationOf(route: Route, schemas: Json): Json {
  const failures: readonly ErrorCode[] =
    route.api === "etherscan"
      ? ["INTERNAL", "NOTHING_INDEXED"]
      : route.manages
        ? [...FAILURES, "FORBIDDEN"]
        : FAILURES;
  const failure = route.api === "etherscan" ? route.response : errorBody;
  const notReady = { description: "Not ready, with the reasons", content: jsonOf(route.response, schemas) };
  const example = EXAMPLES[route.operationId];
  return {
    operationId: route.operationId,
    ...(route.api === "metrics" ? { security: [] } : {}),
    ...(route.manages ? { security: [{ apiKey: [] }] } : {}),
    tags: [route.tag],
    "x-firn-api": apiOf(route),
    summary: route.summary,
    ...descriptionOf(route),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.sent === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(route.sent, schemas) } }),
    parameters: [
      ...parametersOf(route.params, "path", example?.params),
      ...parametersOf(route.query, "query", example?.query),
      ...(listShapeOf(route) === undefined ? [] : parametersOf(FORMATS, "query")),
    ],
    "x-codeSamples": codeSamplesOf(route, example ?? { params: {}, query: {} }),
    responses: {
      ...successOf(route, schemas),
      ...Object.fromEntries(
        failures.map((code) => [
          CODES[code],
          { description: code.toLowerCase().replaceAll("_", " "), content: jsonOf(failure, schemas) },
        ]),
      ),
      ...(route.answers === "readiness" && { 503: notReady }),
    },
  };
}

const FAILURES = [
  "BAD_PARAMETER",
  "UNAUTHORIZED",
  "NOT_FOUND",
  "RATE_LIMITED",
  "INTERNAL",
  "NOTHING_INDEXED",
] as const;

/** The contract's description, with the rules between parameters, and what it counts if more than one. */
function descriptionOf(route: Route): { description?: string } {
  const bounds = boundsOf(route).map(({ least, most }) => `${least} must be at most ${most}.`);
  const cost = costOf(route, { method: "GET", query: new URLSearchParams() });
  const sentences = [
    ...(route.description === undefined ? [] : [route.description]),
    ...bounds,
    ...(cost === 1 ? [] : [`Counts as ${cost} requests.`]),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

function successOf(route: Route, schemas: Json): Json {
  if (route.answers === "created") return { 201: { description: "Taken" } };
  const example = EXAMPLES[route.operationId];
  const content: Json =
    route.answers === "image"
      ? Object.fromEntries(IMAGE_TYPES.map((type) => [type, {}]))
      : route.answers === "events"
        ? { "text/event-stream": { schema: { oneOf: eventsOf(schemas) } } }
        : { ...jsonOf(route.response, schemas), ...(listShapeOf(route) && CSV) };
  if (example !== undefined && route.answers === undefined)
    Object.assign(content["application/json"] as Json, {
      examples: { recorded: { summary: pathOf(route, example), value: example.body } },
    });
  return { [route.answers === "made" ? 201 : 200]: { description: "Answer", content } };
}

/** A parameter's text as a value of its type. */
function exampleOf(text: string, type: unknown): unknown {
  if (type === "integer" || type === "number") return Number(text);
  return type === "array" ? text.split(",") : text;
}

/** Of every list. The whole list follows as one file, without `nextPageToken`. */
const FORMATS = z.object({
  [FORMAT]: z.enum(["json", "csv"]).optional().describe("json, or csv for the whole list as one file"),
});
const CSV = { "text/csv": { schema: { type: "string" } } };

/** Each kind of event by its name, with the schema of its data. */
function eventsOf(schemas: Json): Json[] {
  return Object.entries(FIRN_EVENTS).map(([name, data]) => ({
    type: "object",
    required: ["event", "id", "data"],
    properties: {
      event: { const: name },
      id: { type: "string" },
      data: (jsonOf(data, schemas)["application/json"] as Json).schema,
    },
  }));
}

function parametersOf(
  schema: z.ZodObject,
  place: "path" | "query",
  example: Record<string, string> = {},
): Json[] {
  return Object.entries(schema.shape).map(([name, part]) => {
    const {
      $schema: _,
      description: __,
      ...json
    } = z.toJSONSchema(part as z.ZodType, { unrepresentable: "any" });
    return {
      name,
      in: place,
      required: place === "path" || !(part as z.ZodType).safeParse(undefined).success,
      description: acceptedForm(part),
      schema: json,
      ...(example[name] === undefined ? {} : { example: exampleOf(example[name], json.type) }),
    };
  });
}

/** The schema of a body. Shapes with an id are added to the document's components. */
function jsonOf(schema: z.ZodType, schemas: Json): Json {
  const {
    $schema: _,
    $defs,
    ...json
  } = z.toJSONSchema(schema, { unrepresentable: "any", target: "draft-2020-12" });
  Object.assign(schemas, moveRefs($defs ?? {}));
  return { "application/json": { schema: moveRefs(json) } };
}

function moveRefs<T>(value: T): T {
  const text = JSON.stringify(value, (key, item) =>
    key === "$ref" && typeof item === "string" ? item.replace("#/$defs/", "#/components/schemas/") : item,
  );
  return JSON.parse(text) as T;
}
