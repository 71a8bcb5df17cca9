import { expect, it, onTestFinished } from "vitest";
import { openDataClient } from "../../client/data";
import { openNode } from "../../client/node";
import type { Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import { startApi } from "../api";
import { openRelay } from "../operator";
import { indexRecording } from "../recording";

/** Nothing written into the public routes reaches the node's admin API. */

const HOSTILE = [
  "../../ext/admin",
  "..%2f..%2fext%2fadmin",
  "/ext/admin",
  "//127.0.0.1/ext/admin",
  "P/../../admin",
  "http://127.0.0.1:9650/ext/admin",
  "admin.getConfig",
  "P\r\nHost: admin",
];

/** Every way to put a text into a route: its path, each of its query parameters, and its body. */
function attemptsOn(route: Route, text: string): { path: string; init?: RequestInit }[] {
  const fill = (value: string) =>
    route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === "network" ? "fuji" : encodeURIComponent(value),
    );
  const query = new URLSearchParams(Object.keys(route.query.shape).map((name) => [name, text]));
  const paths = [fill(text), `${fill("p-chain")}?${query}`];
  if (route.method === "get") return paths.map((path) => ({ path }));
  const sent = Object.fromEntries(Object.keys(route.sent?.shape ?? {}).map((name) => [name, text]));
  const body = JSON.stringify({ ...sent, method: "admin.alias", params: { endpoint: "info", alias: "x" } });
  return paths.map((path) => ({ path, init: { method: route.method.toUpperCase(), body } }));
}

it("answers every public route with hostile values and never calls the node's admin API", async () => {
  const indexed = await indexRecording("custom-network");
  onTestFinished(() => indexed.close());
  const relay = await openRelay(indexed.nodeUrl);
  const api = await startApi({ stores: indexed.stores, nodeUrl: relay.url, node: openNode(relay.url) });
  onTestFinished(() => api.close());
  // As a client of the API, and as a browser through the web's pass-through.
  const passThrough = openDataClient({ baseUrl: api.url });
  const crashed: string[] = [];
  for (const route of Object.values<Route>(ROUTES)) {
    const attempts = HOSTILE.flatMap((text) => attemptsOn(route, text)).map(async ({ path, init }) => {
      const { status, body } = await fetch(api.url + path, { ...init, headers: { connection: "close" } });
      if (status === 500) crashed.push(path);
      await body?.cancel();
      if (init !== undefined) return;
      const forwarded = await passThrough.forward(new URL(path, "http://web")).catch(() => undefined);
      await forwarded?.body?.cancel();
    });
    await Promise.all(attempts);
  }
  expect(crashed).toEqual([]);
  expect((await fetch(`${api.url}/v1/networks/fuji/validators`)).status).toBe(200);
  expect(relay.paths).toContain("/ext/bc/P");
  expect(relay.paths.filter((path) => /admin/i.test(path))).toEqual([]);
  expect(relay.asked.filter((body) => /admin/i.test(body))).toEqual([]);
});
