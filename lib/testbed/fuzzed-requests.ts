import fc from "fast-check";
import { PARAMETER, type Route } from "../contract/route";
import type { Catalogue } from "./catalogue";

/** A request as it is sent: shown whole when it fails. */
export interface FuzzedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: Record<string, string>;
  /** Text of the body of a POST. */
  body?: string;
}

/** Texts that programs and people send: wrong types, limits and one past them, and what other programs stumble over. */
const HOSTILE = [
  "",
  " ",
  "0",
  "1",
  "-1",
  "-0",
  "+1",
  "01",
  "1e3",
  "0x",
  "0x0",
  "0x10",
  "2.5",
  "1_000",
  "NaN",
  "Infinity",
  "9007199254740992",
  "9007199254740993",
  "18446744073709551615",
  "18446744073709551616",
  "2147483648",
  "4294967296",
  `${2n ** 256n - 1n}`,
  `${2n ** 256n}`,
  "9".repeat(400),
  `-${2n ** 63n}`,
  "true",
  "false",
  "null",
  "undefined",
  "[]",
  "{}",
  "latest",
  "constructor",
  "__proto__",
  "toString",
  "%00",
  "\u0000",
  "a\u0000b",
  "\r\nx: y",
  "%",
  "%zz",
  "..",
  "../..",
  "..%2f",
  "a/b",
  "?",
  "#",
  ";",
  "'",
  '"',
  "' OR 1=1 --",
  "<script>",
  "$(id)",
  ",",
  ",,",
  "a,b",
  "💥".repeat(50),
  "‮abc",
  "é",
  "e\u0301",
  "Ａ",
  "x".repeat(5_000),
  "1,".repeat(3_000),
  `0x${"ab".repeat(20)}`,
  `0x${"ab".repeat(32)}`,
  `0x${"AB".repeat(32)}`,
  "11111111111111111111111111111111LpoYY",
  "NodeID-111111111111111111116DBWJs",
  "fuji",
  "mainnet",
  "p-chain",
  "x-chain",
  "c-chain",
  "P",
  "asc",
  "desc",
  "day",
  "txCount",
  "1700000000",
];

/** A lone surrogate cannot be written into a URL. */
const anyText = () => fc.string({ unit: "binary", maxLength: 40 }).filter((text) => !/\p{Cs}/u.test(text));
const hostile = () => fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...HOSTILE) }, anyText());

/**
 * Requests of a route: each parameter mostly has a value that the recorded network knows, so that requests get far, and
 * otherwise a hostile one. Page tokens are the route's own or those of other routes.
 */
export function requestsOf(
  route: Route,
  { catalogue, tokens }: { catalogue: Catalogue; tokens: readonly string[] },
): fc.Arbitrary<FuzzedRequest> {
  const textOf = (name: string, rightful: number) => {
    const shape = { ...route.query.shape, ...route.params.shape };
    const isToken = name === "pageToken" || name === "startKey";
    const schema = shape[name];
    const known = isToken ? tokens : schema === undefined ? [] : catalogue.valuesOf(name, schema, 20);
    if (known.length === 0) return hostile();
    return fc.oneof({ weight: rightful, arbitrary: fc.constantFrom(...known) }, hostile());
  };
  const params = [...route.path.matchAll(PARAMETER)].map((match) => match[1] ?? "");
  const names = [...Object.keys(route.query.shape), "unknown"];
  // A parameter may stand there twice.
  const query = fc.array(
    fc.constantFrom(...names).chain((name) => fc.tuple(fc.constant(name), textOf(name, 2))),
    { maxLength: 5 },
  );
  const required = names
    .filter((name) => isRequired(route, name))
    .map((name) => named(name, textOf(name, 6)));
  const members = Object.keys(route.sent?.shape ?? {}).map((name) => named(name, textOf(name, 3)));
  return fc
    .record({
      params: fc.tuple(...params.map((name) => textOf(name, 8))),
      required: fc.tuple(...required),
      query,
      dialect: fc.constantFrom(undefined, "sdk", "seed", "x"),
      sent: fc.oneof(
        {
          weight: 3,
          arbitrary: fc.tuple(...members).map((pairs) => JSON.stringify(Object.fromEntries(pairs))),
        },
        fc.json({ maxDepth: 3 }),
        anyText(),
      ),
    })
    .map(({ params, required, query, dialect, sent }) => {
      let index = 0;
      const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(params[index++] ?? ""));
      const search = new URLSearchParams([...required, ...query]);
      return {
        method: route.method.toUpperCase(),
        url: search.size === 0 ? path : `${path}?${search}`,
        headers: {
          ...(dialect === undefined ? {} : { "x-firn-dialect": dialect }),
          ...(route.method === "post" ? { "content-type": "application/json" } : {}),
        },
        ...(route.method === "post" ? { body: sent } : {}),
      };
    });
}

function named(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<[string, string]> {
  return value.map((text) => [name, text]);
}

function isRequired(route: Route, name: string): boolean {
  const schema = route.query.shape[name];
  return (
    schema !== undefined &&
    !(
      "safeParse" in schema &&
      (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success
    )
  );
}
