import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";
import { type IndexedCChain, indexCChain } from "../testbed/c-chain";
import { Catalogue } from "../testbed/catalogue";
import { collectExamples, type Example, exampleBody } from "../testbed/examples";
import { pathOf } from "./code-samples";
import recorded from "./examples.json" with { type: "json" };

/** The document's examples are what the recorded network answers. `npm run examples` records them anew. */

const EXAMPLES = recorded as unknown as Record<string, Example>;
const ROUTE_LIST = Object.values<Route>(ROUTES);

/** Operations that say how this Firn itself is doing. */
const OF_THE_MOMENT = new Set(["firnStatus", "firnAlerts", "firnIndexes", "firnPace"]);

let firn: IndexedCChain;
beforeAll(async () => {
  firn = await indexCChain("custom-network");
});
afterAll(() => firn.close());

/** An answer as it stands in the examples, where the node is at its default address. */
async function ask(path: string): Promise<unknown> {
  const response = await fetch(`${firn.url}${path}`);
  if (response.headers.get("content-type")?.startsWith("application/json") !== true) return {};
  return exampleBody((await response.text()).replaceAll(firn.nodeUrl, "http://127.0.0.1:9650"));
}

test.runIf(process.env.FIRN_EXAMPLES === "write")("examples are recorded", async () => {
  const catalogue = new Catalogue(async (path) => ({ body: await ask(path) }));
  await catalogue.fill();
  const routes = ROUTE_LIST.filter(({ operationId }) => !OF_THE_MOMENT.has(operationId));
  const examples = await collectExamples(routes, { url: firn.url, nodeUrl: firn.nodeUrl, catalogue });
  const file = fileURLToPath(new URL("examples.json", import.meta.url));
  writeFileSync(file, `${JSON.stringify(examples, undefined, 1)}\n`);
});

test.runIf(process.env.FIRN_EXAMPLES === undefined).each(Object.entries(EXAMPLES))(
  "the example of %s is what is answered",
  async (operation, { body, ...asked }) => {
    const route = ROUTE_LIST.find(({ operationId }) => operationId === operation);
    if (route === undefined) throw new Error(`${operation} is no operation: npm run examples`);
    // Metadata of tokens is read after their blocks.
    await expect.poll(() => ask(pathOf(route, asked)), { timeout: 10_000 }).toEqual(body);
  },
);
