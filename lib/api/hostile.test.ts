import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorBody } from "../contract/data/error";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { type IndexedCChain, indexCChain } from "../testbed/c-chain";

/**
 * Whatever a client with rights sends to a route of what somebody owns, it gets an answer or a refusal in the one form, never a 500.
 * `fuzzed.test.ts` asks the other routes.
 */
const MANAGED = Object.entries<Route>(ROUTES).filter(([, { manages }]) => manages !== undefined);

/** Opens the routes of what somebody owns. */
const SECRET = "s".repeat(40);

let firn: IndexedCChain;
beforeAll(async () => {
  firn = await indexCChain("local-network", { secret: SECRET });
});
afterAll(() => firn.close());

/** Values that people and programs put into paths: valid ones among invalid ones, so that requests get far. */
const value = () =>
  fc.oneof(
    fc.constantFrom(
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
      "../..",
      "a,b",
      ",",
      "💥".repeat(50),
      "x".repeat(5_000),
      `0x${"ab".repeat(20)}`,
      `0x${"ab".repeat(32)}`,
      "11111111111111111111111111111111LpoYY",
      "NodeID-111111111111111111116DBWJs",
      "constructor",
      "__proto__",
      "txCount",
      "day",
      "hour",
      "1700000000",
      "10",
      "100",
      "2.5",
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
      webhook(),
    ),
  });
}

/** What could be a webhook. */
function webhook() {
  const list = fc.oneof(fc.array(value(), { maxLength: 3 }), value());
  const metadata = fc.record(
    {
      addresses: list,
      eventSignatures: list,
      keys: list,
      nodeIds: list,
      subnetIds: list,
      keyType: fc.constantFrom("addresses", "nodeId", "subnetId", "x"),
      subEvents: fc.oneof(
        fc.constant({ addressActivitySubEvents: ["balance_change"] }),
        fc.constant({ validatorActivitySubEvents: ["validator_stake"] }),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
  return fc.record(
    {
      eventType: fc.constantFrom(
        "address_activity",
        "primary_network_address_activity",
        "validator_activity",
        "x",
      ),
      url: fc.oneof(fc.webUrl(), value(), fc.constant("http://127.0.0.1:1/")),
      name: value(),
      description: value(),
      network: value(),
      status: value(),
      metadata,
      chainId: fc.oneof(
        fc.constant(undefined).map(() => firn.chainId),
        value(),
      ),
      includeLogs: fc.boolean(),
      includeInternalTxs: fc.boolean(),
    },
    { requiredKeys: ["eventType", "url", "metadata"] },
  );
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

test.each(MANAGED)("%s", async (_, route) => {
  await fc.assert(
    fc.asyncProperty(requestOf(route), async ({ params, query, sent }) => {
      let index = 0;
      const path = route.path.replace(/\{\w+\}/g, () => encodeURIComponent(params[index++] ?? ""));
      const url = `${firn.url}${path}?${new URLSearchParams(query)}`;
      const body = route.method === "get" ? {} : { body: JSON.stringify(sent) };
      const headers = { "x-firn-secret": SECRET };
      const response = await fetch(url, { method: route.method.toUpperCase(), headers, ...body });
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
