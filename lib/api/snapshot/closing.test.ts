import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openNode } from "../../client/node";
import { listenOnLoopback } from "../../listen";
import { type Log, SILENT } from "../../log";
import { writeNetwork } from "../../store/bookkeeping/network";
import { newPageTokenKey } from "../../store/bookkeeping/page-token-key";
import { startApi } from "../../testbed/api";
import { testStores } from "../../testbed/test-stores";

it("a request in progress when the API closes is answered from the store, and nothing fails", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-closing-"));
  const stores = testStores(folder);
  const store = await stores.open("primary", { mode: "write", nowMs: 0 });
  await writeNetwork(store.db, { networkId: "54321", hrp: "custom", pageTokenKey: newPageTokenKey() });
  await store.close();
  // The answer needs a slow node first, then the store.
  let answerNode = () => {};
  const answered = new Promise<void>((resolve) => {
    answerNode = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    node.on("request", async (_, response) => {
      resolve();
      await answered;
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { validators: [] } }));
    });
  });
  const origin = await listenOnLoopback(node);
  const errors: unknown[] = [];
  const log: Log = { ...SILENT, error: (...said: unknown[]) => void errors.push(said) };
  const api = await startApi({ stores, log, node: openNode(origin) });

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
  expect(errors).toEqual([]);
  await expect(fetch(api.url)).rejects.toThrow();

  node.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

const node = createServer();
