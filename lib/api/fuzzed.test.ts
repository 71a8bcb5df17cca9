import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorBody } from "../contract/data/error";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { indexCChain } from "../testbed/c-chain";
import { Catalogue } from "../testbed/catalogue";
import { type FuzzedRequest, requestsOf } from "../testbed/fuzzed-requests";
import { followL1Network } from "../testbed/l1-network";
import { buildOpenApi } from "./openapi";

/**
 * Whatever a client sends, it gets an answer in the form that the document promises, or a refusal in the one form. With
 * `FIRN_LONG=1` 20,000 requests. A failure prints its seed, and `FIRN_SEED` sends the same requests again.
 */

/** `hostile.test.ts` asks for what somebody owns. */
const ROUTE_LIST = Object.entries<Route>(ROUTES).filter(([, { manages }]) => manages === undefined);
const RUNS = Math.ceil((process.env.FIRN_LONG === undefined ? 500 : 20_000) / ROUTE_LIST.length / 2);
const SEED = Number(process.env.FIRN_SEED ?? Date.now() % 2 ** 31);

const document = buildOpenApi("0");
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ ...document, $id: "firn" }, "firn");
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with an answer by the document, which has no fields beyond those it names. */
function faultOf({ path, method }: Route, body: unknown): string | undefined {
  const pointer = `/paths/${path.replaceAll("/", "~1")}/${method}/responses/200/content/application~1json/schema`;
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `firn#${encodeURI(pointer)}` });
  compiled.set(pointer, validate);
  return validate(body) ? undefined : JSON.stringify(validate.errors?.slice(0, 3));
}

const NETWORKS = {
  "custom-network": () => indexCChain("custom-network"),
  "l1-network": async () => {
    const network = await followL1Network();
    return { url: network.firn.url, close: () => network.close() };
  },
};

describe.each(Object.entries(NETWORKS))("requests to the network %s", (_, open) => {
  let firn: { url: string; close(): Promise<void> };
  let catalogue: Catalogue;
  const tokens = new Set<string>(["00000000-0000-8000-8000-000000000000"]);

  beforeAll(async () => {
    firn = await open();
    catalogue = new Catalogue(async (path) => {
      const response = await fetch(`${firn.url}${path}`);
      if (response.headers.get("content-type")?.startsWith("application/json") !== true) return { body: {} };
      const body = (await response.json()) as { nextPageToken?: string };
      if (body.nextPageToken !== undefined) tokens.add(body.nextPageToken);
      return { body };
    });
    await catalogue.fill();
  });
  afterAll(() => firn.close());

  test.each(ROUTE_LIST)("%s", async (_, route) => {
    await fc.assert(
      fc.asyncProperty(requestsOf(route, { catalogue, tokens: [...tokens] }), (request) =>
        check(firn.url, route, request),
      ),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

async function check(firn: string, route: Route, { url, ...request }: FuzzedRequest): Promise<void> {
  // Firn ends what takes longer than half of this by itself.
  const response = await fetch(`${firn}${url}`, { ...request, signal: AbortSignal.timeout(60_000) });
  // A stream of events has no end.
  if (response.ok && route.answers === "events") return response.body?.cancel();
  const text = await response.text();
  const shown = `${response.status} ${text.slice(0, 300)}`;
  if (response.ok) {
    if (route.answers === undefined) expect(faultOf(route, JSON.parse(text)), shown).toBeUndefined();
    return;
  }
  // Only what the node lacks may be a server error.
  expect([400, 404, 405, 414, 429, 431, 502, 503], shown).toContain(response.status);
  if (response.status >= 500) expect(text).not.toMatch(/internal|stack|undefined|NaN/i);
  const body = errorBody.strict().parse(JSON.parse(text));
  expect(body.statusCode).toBe(response.status);
}
