import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "../contract/data/error";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { type IndexedCChain, indexCChain } from "../testbed/c-chain";

/** Whatever a client sends, it gets an answer or a refusal in the one form, never a 500. */

let firn: IndexedCChain;
beforeAll(async () => {
  firn = await indexCChain("local-network");
});
afterAll(() => firn.close());

/** Values that people and programs put into paths: valid ones among invalid ones, so that requests get far. */
const value = () =>
  fc.oneof(
    fc.constantFrom(
      ...[
        "",
        "0",
        "1",
        "-1",
        "1e3",
        "9007199254740993",
        "18446744073709551616",
        "0x",
        "0x0",
        "latest",
        "null",
      ],
      ...[
        "fuji",
        "mainnet",
        "p-chain",
        "x-chain",
        "c-chain",
        "asc",
        "desc",
        "true",
        "[]",
        "{}",
        "%00",
        "\u0000",
      ],
      ...[
        "../..",
        "a,b",
        ",",
        "💥".repeat(50),
        "x".repeat(5_000),
        `0x${"ab".repeat(20)}`,
        `0x${"ab".repeat(32)}`,
      ],
      ...[
        "11111111111111111111111111111111LpoYY",
        "NodeID-111111111111111111116DBWJs",
        "constructor",
        "__proto__",
      ],
      ...["txCount", "day", "hour", "1700000000", "10", "100", "2.5"],
    ),
    fc.string({ unit: "binary", maxLength: 40 }).filter(isWellFormed),
    fc.bigInt({ min: 0n, max: 2n ** 260n }).map(String),
  );

/** A lone surrogate cannot be written into a URL. */
function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}

function requestOf(route: Route) {
  const params = Object.keys(route.params.shape);
  const query = Object.keys(route.query.shape);
  return fc.record({
    params: fc.tuple(...params.map((name) => paramOf(name))),
    query: fc.uniqueArray(fc.tuple(fc.constantFrom(...query, "unknown"), value()), { maxLength: 5 }),
    sent: fc.oneof(
      fc.jsonValue(),
      value().map((addresses) => ({ addresses })),
    ),
  });
}

/** Usually the served network and chain. */
function paramOf(name: string) {
  const served: Record<string, () => string> = {
    network: () => "fuji",
    chainId: () => firn.chainId,
    blockchainId: () => "p-chain",
  };
  const right = served[name];
  const chosen = right === undefined ? value() : fc.constant(undefined).map(() => right());
  return fc.oneof({ weight: 4, arbitrary: chosen }, { weight: 1, arbitrary: value() });
}

test.each(Object.entries(ROUTES))("%s", async (_, route: Route) => {
  await fc.assert(
    fc.asyncProperty(requestOf(route), async ({ params, query, sent }) => {
      let index = 0;
      const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(params[index++] ?? ""));
      const url = `${firn.url}${path}?${new URLSearchParams(query)}`;
      const body = route.method === "post" ? { body: JSON.stringify(sent) } : {};
      const response = await fetch(url, { method: route.method.toUpperCase(), ...body });
      // A stream of events has no end.
      if (route.answers === "events" && response.ok) return response.body?.cancel();
      const text = await response.text();
      if (response.status < 300) return;
      expect([400, 404, 405, 429, 431, 502, 503], `${url} ${text.slice(0, 300)}`).toContain(response.status);
      expect(errorBody.parse(JSON.parse(text)).statusCode).toBe(response.status);
      // Only what the node lacks may be a server error.
      if (response.status >= 500) expect(text).not.toMatch(/internal|stack|undefined|NaN/i);
    }),
    { numRuns: 25 },
  );
});
