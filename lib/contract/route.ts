import { z } from "zod";
import { InputError } from "../errors";

/**
 * One route of the REST interface as a value. The OpenAPI document, the API's router, the REST client and the web's
 * pass-through are derived from it. Parameters are strings and integers only, so that parsed values can be written back
 * into a URL unchanged.
 */
export interface Route<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Sent extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  method: "get" | "post" | "patch" | "delete";
  /**
   * The interface it belongs to; the data interface by default. Errors of the metrics interface list their messages;
   * those of the Etherscan-compatible one have its form, and it takes a POST with its parameters as a form too.
   */
  api?: "metrics" | "etherscan";
  /** With `{name}` for each key of `params`; custom verbs as in `transactions:listStaking`. */
  path: string;
  /** Unique. The public document's name if it has this path. */
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** The public document has a newer address for it. */
  deprecated?: boolean;
  params: Params;
  query: Query;
  /**
   * Who may ask, for what somebody owns: `own` are keys that the operator marked, each for what it made, and this Firn's own
   * processes for everything; `all` are those processes alone; `usage` are any keys, each for itself, and those processes.
   * Anybody by default.
   */
  manages?: "own" | "all" | "usage";
  /** The JSON body that is sent. Without it, there is none. */
  sent?: Sent;
  /**
   * The answer on success, a 200 with JSON by default: the bytes of an image, a 201 without body, a 201 with JSON (`made`),
   * server-sent events without end, whose data is the response, or readiness: a body whose `ready` decides between 200 and 503.
   */
  answers?: "image" | "created" | "made" | "events" | "readiness";
  response: Body;
}

/** A parameter in a route's path, and the custom verb that may follow it. */
export const PARAMETER = /\{(\w+)\}(:\w+)?/g;

/** A caller's input of a route. */
export interface RouteInput<R extends Route> {
  params: z.input<R["params"]>;
  query?: z.input<R["query"]>;
}

/** A handler's input: defaults filled in, integers as numbers. */
export interface RouteValues<R extends Route> {
  params: z.output<R["params"]>;
  query: z.output<R["query"]>;
}

/** The JSON of a request as a handler receives it; undefined for a route without. */
export type RouteSent<R extends Route> = [R["sent"]] extends [undefined]
  ? undefined
  : z.output<NonNullable<R["sent"]>>;

/** Body of a success, as typed by the contract. */
export type RouteBody<R extends Route> = z.output<R["response"]>;

/** Defines a route. The types of its parts are inferred. */
export function route<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Sent extends z.ZodObject | undefined = undefined,
>(value: Route<Params, Query, Body, Sent>): Route<Params, Query, Body, Sent> {
  return value;
}

/** A route whose caller knows more of the response than the route says. */
export type Narrowed<R extends Route, Body extends z.ZodType> = Omit<R, "response"> & {
  response: Body;
  isNarrowed: true;
};

/** The same address with a narrower response, such as that of one chain. It is no route of its own. */
export function narrow<R extends Route, Body extends z.ZodType>(route: R, response: Body): Narrowed<R, Body> {
  return { ...route, response, isNarrowed: true };
}

/** What of a file's exports is a route: each is an address that the API serves. */
export type RoutesIn<Exports> = {
  [Name in keyof Exports as Exports[Name] extends Narrowed<Route, z.ZodType>
    ? never
    : Exports[Name] extends Route
      ? Name
      : never]: Exports[Name];
};

/** The routes among a file's exports, by name. */
export function routesIn<Exports extends object>(exports: Exports): RoutesIn<Exports> {
  return Object.fromEntries(
    Object.entries(exports).filter(([, value]) => isRoute(value)),
  ) as RoutesIn<Exports>;
}

function isRoute(value: unknown): boolean {
  return typeof value === "object" && value !== null && "operationId" in value && !("isNarrowed" in value);
}

/**
 * Parses the texts of a request by a route's schemas. Unknown query parameters are dropped. A repeated one becomes a
 * list, which passes only if a list is expected.
 * @throws InputError BAD_PARAMETER with one sentence per wrong parameter, naming it and the accepted form
 */
export function parseRequest<R extends Route>(
  route: R,
  params: Record<string, string>,
  search: URLSearchParams,
): RouteValues<R> {
  const query = Object.fromEntries(
    Object.keys(route.query.shape)
      .filter((name) => search.has(name))
      .map((name) => {
        const values = search.getAll(name);
        return [name, values.length === 1 ? values[0] : values];
      }),
  );
  const problems = new Map<string, string>();
  const readParams = route.params.safeParse(params);
  const readQuery = route.query.safeParse(query);
  collectProblems(problems, readParams.error, { schema: route.params, given: params });
  collectProblems(problems, readQuery.error, { schema: route.query, given: query });
  if (!readParams.success || !readQuery.success)
    throw new InputError("BAD_PARAMETER", [...problems.values()].join("; "));
  refuseContradictions(route, readQuery.data);
  return { params: readParams.data, query: readQuery.data } as RouteValues<R>;
}

/**
 * Pairs of query parameters that limit the same value from both sides: `startX` and `endX`, or `minX` and `maxX`. The
 * first of a pair must be at most the second.
 */
export function boundsOf({ query }: Pick<Route, "query">): { least: string; most: string }[] {
  return Object.keys(query.shape).flatMap((least) => {
    const [, side, what] = /^(start|min)([A-Z]\w*)$/.exec(least) ?? [];
    const most = `${side === "min" ? "max" : "end"}${what}`;
    return side !== undefined && most in query.shape ? [{ least, most }] : [];
  });
}

/** @throws InputError BAD_PARAMETER naming both bounds of a range that ends before it starts */
function refuseContradictions(route: Route, query: Record<string, unknown>): void {
  const contradictions = boundsOf(route).filter(
    ({ least, most }) => compareNumbers(query[least], query[most]) > 0,
  );
  if (contradictions.length === 0) return;
  const sentences = contradictions.map(
    ({ least, most }) => `${least} must be at most ${most}, not ${query[least]} with ${query[most]}`,
  );
  throw new InputError("BAD_PARAMETER", sentences.join("; "));
}

/** Compares numbers and decimal texts of any length; 0 if one is missing. */
function compareNumbers(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return 0;
  const left = String(a);
  const right = String(b);
  const whole = /^\d+$/.test(left) && /^\d+$/.test(right);
  if (whole) return BigInt(left) > BigInt(right) ? 1 : -1;
  return Number(left) > Number(right) ? 1 : -1;
}

/**
 * Parses the JSON of a request by the route's schema, which decides whether unknown members are refused; undefined for a
 * route without.
 * @throws InputError BAD_PARAMETER as `parseRequest`
 */
export function parseSent<R extends Route>(route: R, json: unknown): RouteSent<R> {
  if (route.sent === undefined) return undefined as RouteSent<R>;
  const given = typeof json === "object" && json !== null ? { ...json } : {};
  return parseMembers(route.sent, given) as RouteSent<R>;
}

/** Parses named values by a schema. @throws InputError BAD_PARAMETER as `parseRequest` */
export function parseMembers<S extends z.ZodObject>(schema: S, given: Record<string, unknown>): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const problems = new Map<string, string>();
  collectProblems(problems, read.error, { schema, given });
  throw new InputError("BAD_PARAMETER", [...problems.values()].join("; "));
}

/** Path and query of a request, from checked values. @throws InputError BAD_PARAMETER as `parseRequest` */
export function fillRoute<R extends Route>(route: R, input: RouteInput<R>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) search.append(name, String(item));
  const texts = Object.fromEntries(
    Object.entries(input.params).map(([name, value]) => [name, String(value)]),
  );
  parseRequest(route, texts, search);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(texts[name] ?? ""));
  return search.size === 0 ? path : `${path}?${search}`;
}

/** A segment of a path: a text, or a parameter with the verb behind it. */
type TemplatePart = string | { name: string; verb: string };

interface RouteMatch {
  route: Route;
  /** Decoded. */
  params: Record<string, string>;
}

/**
 * A function that finds the route of a path (of GET by default) with its parameters: undefined if there is none, of several the one
 * with the fewest parameters. It throws InputError BAD_PARAMETER for a malformed percent encoding.
 */
export function routeMatcher(
  routes: readonly Route[],
): (pathname: string, method?: Route["method"]) => RouteMatch | undefined {
  // Every request is held against them: only those with as many segments are looked at.
  const templates = new Map<string, { route: Route; template: readonly TemplatePart[] }[]>();
  for (const route of routes) {
    const template = route.path.split("/").map(templatePart);
    const key = `${route.method} ${template.length}`;
    templates.set(key, [...(templates.get(key) ?? []), { route, template }]);
  }
  return (pathname, method = "get") => {
    const segments = pathname.split("/").map(decodeSegment);
    const matches = (templates.get(`${method} ${segments.length}`) ?? []).flatMap(({ route, template }) => {
      const params = matchSegments(template, segments);
      return params === undefined ? [] : [{ route, params }];
    });
    return matches.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  };
}

function templatePart(part: string): TemplatePart {
  const [, name, verb = ""] = /^\{(\w+)\}(:\w+)?$/.exec(part) ?? [];
  return name === undefined ? part : { name, verb };
}

/** Of as many segments. */
function matchSegments(
  template: readonly TemplatePart[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  for (let index = 0; index < template.length; index++) {
    const [part = "", segment = ""] = [template[index], segments[index]];
    if (typeof part === "string") {
      if (part !== segment) return undefined;
      continue;
    }
    const value = segment.slice(0, segment.length - part.verb.length);
    if (value === "" || segment !== value + part.verb) return undefined;
    params[part.name] = value;
  }
  return params;
}

function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the path holds a malformed percent encoding", { cause });
  }
}

/** Description of a parameter's schema, worded to follow "must be". The document and the errors share it. */
export function acceptedForm(schema: z.core.$ZodType | undefined): string {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return schema.description ?? acceptedForm(schema.unwrap());
  return (schema instanceof z.ZodType ? schema.description : undefined) ?? "of another form";
}

function collectProblems(
  problems: Map<string, string>,
  error: z.ZodError | undefined,
  request: { schema: z.ZodObject; given: Record<string, unknown> },
): void {
  for (const issue of error?.issues ?? []) {
    if (issue.code === "unrecognized_keys") {
      // a few are enough to show what is wrong
      for (const key of issue.keys.slice(0, 5))
        problems.set(key, `${clip(JSON.stringify(key))} is not a parameter here`);
      continue;
    }
    const name = String(issue.path[0]);
    const shown = show(request.given[name]);
    problems.set(name, `${name} must be ${acceptedForm(request.schema.shape[name])}, not ${shown}`);
  }
}

/** A given value for a sentence: only its outermost layer, because a caller decides how deep and long it is. */
function show(given: unknown): string {
  if (given === undefined) return "nothing";
  if (Array.isArray(given)) {
    const plain = given.slice(0, SHOWN).every((item) => typeof item === "string");
    return plain ? clip(JSON.stringify(given.slice(0, SHOWN))) : "a list of other values";
  }
  if (typeof given === "object" && given !== null) return "an object";
  return clip(JSON.stringify(typeof given === "string" ? given.slice(0, SHOWN) : given));
}

/** Limit of a shown value's characters, and of a shown list's items. */
const SHOWN = 81;

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
