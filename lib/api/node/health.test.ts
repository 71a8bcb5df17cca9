import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { openNode } from "../../client/node";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { listenOnLoopback } from "../../listen";
import { openNodeHealth } from "./health";

/** A busy machine answers later than a page waits. */
const LONG_MS = 60_000;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test("a healthy node says so", async () => {
  const devnet = await serveDevnet({ recording: await openRecording("custom-network"), port: 0 });
  closing.push(devnet.close);
  const look = openNodeHealth(openNode(devnet.url), () => 0, LONG_MS);
  expect(await look()).toMatchObject({ bootstrapping: [], healthy: true, failingChecks: [] });
});

test("a node that is the only one of its network says how many peers it has", async () => {
  const devnet = await serveDevnet({ recording: await openRecording("l1-network"), port: 0 });
  closing.push(devnet.close);
  const look = openNodeHealth(openNode(devnet.url), () => 0, LONG_MS);
  expect(await look()).toEqual({ bootstrapping: [], healthy: false, failingChecks: ["network"], peers: 0 });
});

test("health is unknown without a node, or when it is unreachable", async () => {
  expect(await openNodeHealth(undefined, () => 0)()).toEqual({});
  expect(await openNodeHealth(openNode("http://127.0.0.1:1"), () => 0)()).toEqual({});
});

test("the last answer counts while a hanging node is asked again, but not for long", async () => {
  const node = await serveNode();
  let now = 0;
  const look = openNodeHealth(openNode(node.url), () => now, LONG_MS);
  const unwell = { bootstrapping: ["X"], healthy: false, failingChecks: ["network"] };
  expect(await look()).toEqual(unwell);
  node.hang();
  now = 20_000;
  expect(await look()).toEqual(unwell);
  now = 60_000;
  expect(await look()).toEqual({});
});

test("a page does not wait for a node that hangs", async () => {
  const node = await serveNode();
  node.hang();
  const look = openNodeHealth(openNode(node.url), () => 0, 50);
  const start = performance.now();
  expect(await look()).toEqual({});
  expect(performance.now() - start).toBeLessThan(1_000);
});

/** An unhealthy node that is bootstrapping X. */
async function serveNode() {
  let hangs = false;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (hangs) return;
    const { id, method, params } = JSON.parse(body);
    const timestamp = "2026-11-22T18:16:28Z";
    const result =
      method === "info.isBootstrapped"
        ? { isBootstrapped: params.chain !== "X" }
        : { checks: { network: { error: "no peers", timestamp }, P: { timestamp } }, healthy: false };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  const origin = await listenOnLoopback(server);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: origin,
    hang: () => {
      hangs = true;
    },
  };
}
