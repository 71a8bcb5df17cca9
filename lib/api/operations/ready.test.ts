import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openNode } from "../../client/node";
import { readiness } from "../../contract/firn/health";
import { SILENT } from "../../log";
import { type ApiOptions, startApi } from "../../testbed/api";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { testStores } from "../../testbed/test-stores";
import { openReaders } from "../readers/readers";

let firn: IndexedRecording;
beforeAll(async () => {
  firn = await indexRecording("local-network");
});
afterAll(() => firn.close());

async function ask(options: Partial<ApiOptions> = {}, query = "") {
  const api = await startApi({ stores: firn.stores, node: openNode(firn.nodeUrl), ...options });
  onTestFinished(() => api.close());
  const response = await fetch(`${api.url}/ready${query}`);
  return { status: response.status, headers: response.headers, body: await response.json(), url: api.url };
}

const reasonsIn = (body: unknown) => readiness.parse(body).reasons.map(({ reason }) => reason);

it("is ready once the streams follow, and nobody may keep that", async () => {
  const { status, headers, body } = await ask();
  expect([status, body]).toEqual([200, { ready: true, version: "0.0.0", reasons: [] }]);
  expect(headers.get("cache-control")).toBe("no-store");
});

it("refuses a bound that is none", async () => {
  const { status, body } = await ask({}, "?maxLagSeconds=0");
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: expect.stringContaining("maxLagSeconds must be how far") });
});

it("is not ready where nothing is indexed, and lives all the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-ready-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { status, headers, body, url } = await ask({ stores: testStores(folder) });
  expect([status, reasonsIn(body)]).toEqual([503, ["nothing-indexed"]]);
  expect(headers.get("retry-after")).toBe("5");
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

it("is not ready when a store cannot be read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-ready-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "primary.db"), "this is no database, and never was one".repeat(200));
  const { status, body } = await ask({ stores: testStores(folder, "sqlite") });
  expect([status, reasonsIn(body)]).toEqual([503, ["store-unreadable"]]);
});

it("is not ready once the indexer has been silent", async () => {
  const { status, body } = await ask({ nowMs: () => Date.now() + 60_000 });
  expect([status, reasonsIn(body)]).toEqual([503, ["indexer-away"]]);
});

it("says that no thread answers, in time, and goes on saying that the process lives", async () => {
  // It takes messages and answers none, like a thread in the midst of one long statement.
  const stuck = `import { parentPort } from "node:worker_threads";
    parentPort.on("message", (message) => { if ("close" in message) parentPort.close(); });
    parentPort.postMessage({ ready: true });`;
  const { status, body, url } = await ask({
    open: (registry) =>
      openReaders({
        script: new URL(`data:text/javascript,${encodeURIComponent(stuck)}`),
        count: 1,
        version: "0.0.0",
        log: SILENT,
        registry,
      }),
  });
  expect([status, reasonsIn(body)]).toEqual([503, ["busy"]]);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const metrics = await (await fetch(`${url}/firn/v1/metrics`)).text();
  expect(metrics).toMatch(/^firn_ready 0$/m);
  expect(metrics).toMatch(/^firn_not_ready\{reason="busy"\} 1$/m);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
}, 20_000);

it("names the stream that is behind by more than who asks allows, that has stopped, and the node that is away", async () => {
  const firn = await indexRecording("local-network", { acceptance: "manual" });
  onTestFinished(() => firn.close());
  await firn.accept(3);
  const answer = async (query = "") => (await ask({ stores: firn.stores, node: undefined }, query)).body;
  expect(reasonsIn(await answer())).toEqual([]);
  await firn.stopIndexer();
  const store = await firn.stores.open("primary", { mode: "write", nowMs: Date.now() });
  onTestFinished(() => store.close());
  const change = (values: Record<string, unknown>, stream = "P/block") =>
    store.db.updateTable("stream_status").set(values).where("stream", "like", stream).execute();
  await change({ node_head_index: 500 });
  // Nothing says when the node accepted them: then a block counts as a second.
  await store.db.updateTable("block").set({ accepted_at_ns: null }).execute();
  expect(await answer()).toMatchObject({
    ready: false,
    reasons: [{ reason: "far-behind", stream: "P/block", message: expect.stringContaining("blocks behind") }],
  });
  expect(reasonsIn(await answer("?maxLagSeconds=500"))).toEqual([]);
  await change({ node_head_index: null, state: "stopped", error_code: "HEAD_MISMATCH", error_message: "no" });
  expect(await answer()).toMatchObject({
    reasons: [{ reason: "stream-stopped", stream: "P/block", message: "no" }],
  });
  const away = { state: "waiting-for-node", node_reachable: 0, error_code: "NODE_UNREACHABLE" };
  await change({ ...away, error_message: "it is away", node_error: "it is away" }, "%");
  expect(await answer()).toMatchObject({ reasons: [{ reason: "node-away", message: "it is away" }] });
});
