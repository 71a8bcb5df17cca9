import { z } from "zod";
import { costOf } from "../contract/costs";
import { errorBody } from "../contract/data/error";
import { FIRN_EVENTS } from "../contract/firn/events";
import { IMAGE_TYPES } from "../contract/firn/nfts";
import { listShapeOf } from "../contract/list-shape";
import { acceptedForm, boundsOf, type Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { CODES, type ErrorCode } from "../errors";
import { FORMAT } from "./csv/format";

type Json = Record<string, unknown>;

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
  return {
    operationId: route.operationId,
    ...(route.api === "metrics" ? { security: [] } : {}),
    ...(route.manages ? { security: [{ apiKey: [] }] } : {}),
    tags: [route.tag],
    summary: route.summary,
    ...descriptionOf(route),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.sent === undefined
      ? {}
      : { requestBody: { required: true, content: jsonOf(route.sent, schemas) } }),
    parameters: [
      ...parametersOf(route.params, "path"),
      ...parametersOf(route.query, "query"),
      ...(listShapeOf(route) === undefined ? [] : parametersOf(FORMATS, "query")),
    ],
    responses: {
      ...successOf(route, schemas),
      ...Object.fromEntries(
        failures.map((code) => [
          CODES[code],
          { description: code.toLowerCase().replaceAll("_", " "), content: jsonOf(failure, schemas) },
        ]),
      ),
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
  const content =
    route.answers === "image"
      ? Object.fromEntries(IMAGE_TYPES.map((type) => [type, {}]))
      : route.answers === "events"
        ? { "text/event-stream": { schema: { oneOf: eventsOf(schemas) } } }
        : { ...jsonOf(route.response, schemas), ...(listShapeOf(route) && CSV) };
  return { [route.answers === "made" ? 201 : 200]: { description: "Answer", content } };
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

function parametersOf(schema: z.ZodObject, place: "path" | "query"): Json[] {
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
