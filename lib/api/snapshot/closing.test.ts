import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openNode } from "../../client/node";
import { listenOnLoopback } from "../../listen";
import { type Log, SILENT } from "../../log";
import { writeNetwork } from "../../store/bookkeeping/network";
import { newPageTokenKey } from "../../store/bookkeeping/page-token-key";
import { startApi } from "../../testbed/api";
import { testStores } from "../../testbed/test-stores";

/** An API whose answers need a slow node first, then the store. */
async function startBesideSlowNode() {
  const folder = mkdtempSync(join(tmpdir(), "firn-closing-"));
  const stores = testStores(folder);
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  await writeNetwork(store.db, { networkId: "54321", hrp: "custom", pageTokenKey: newPageTokenKey() });
  await store.close();
  let answerNode = () => {};
  const answered = new Promise<void>((resolve) => {
    answerNode = resolve;
  });
  const node = createServer();
  const asked = new Promise<void>((resolve) => {
    node.on("request", async (_, response) => {
      resolve();
      await answered;
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { validators: [] } }));
    });
  });
  const origin = await listenOnLoopback(node);
  onTestFinished(() => {
    node.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });
  const said: { errors: unknown[]; requests: Record<string, unknown>[] } = { errors: [], requests: [] };
  const log: Log = {
    ...SILENT,
    info: (message, fields = {}) => void (message === "request" && said.requests.push(fields)),
    error: (...error: unknown[]) => void said.errors.push(error),
  };
  return { api: await startApi({ stores, log, node: openNode(origin) }), asked, answerNode, said };
}

it("a request in progress when the API closes is answered from the store, and nothing fails", async () => {
  const { api, asked, answerNode, said } = await startBesideSlowNode();
  const answer = fetch(`${api.url}/firn/v1/status`);
  await asked;
  const closed = api.close();
  answerNode();
  const response = await answer;
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 200,
    body: { network: { id: 54321, hrp: "custom" } },
  });
  await closed;
  expect(said.errors).toEqual([]);
  await expect(fetch(api.url)).rejects.toThrow();
});

it("a request whose client has left meanwhile reads no store", async () => {
  const { api, asked, answerNode, said } = await startBesideSlowNode();
  const client = new AbortController();
  const left = fetch(`${api.url}/firn/v1/status`, { signal: client.signal });
  await asked;
  client.abort();
  await expect(left).rejects.toThrow();
  // The server has seen the end of a connection before it answers one that came later.
  await fetch(`${api.url}/health`);
  answerNode();
  await vi.waitFor(
    () =>
      expect(said.requests).toContainEqual(expect.objectContaining({ path: "/firn/v1/status", status: 503 })),
    60_000,
  );
  expect(said.errors).toEqual([]);
  await api.close();
});
