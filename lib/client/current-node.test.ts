import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRecording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { listenOnLoopback } from "../listen";
import { openCurrentNode } from "./current-node";
import { healthChecks } from "./health-checks";
import { peerVersions } from "./peer-versions";
import { SharedAnswers } from "./shared-answers";

let devnet: Devnet;
const servers: Server[] = [];
beforeAll(async () => {
  devnet = await serveDevnet({
    recording: await openRecording("custom-network"),
    port: 0,
    acceptance: "all",
  });
});
afterAll(async () => {
  await devnet.close();
  for (const server of servers) server.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  return listenOnLoopback(server);
}

describe("what a node says of the moment", () => {
  it("is its own answer, with the time of asking", async () => {
    const node = openCurrentNode(devnet.url, { nowMs: () => 1_800_000_000_000 });
    const { P, X, C } = devnet.accepted();
    expect(await node.heads()).toEqual({
      p: BigInt(P),
      x: BigInt(X),
      c: BigInt(C),
      askedAt: 1_800_000_000_000,
    });
    expect(await node.identity()).toMatchObject({
      nodeId: expect.stringMatching(/^NodeID-/),
      version: expect.stringMatching(/^avalanchego\//),
    });
    const { checks, healthy } = await node.health();
    expect(checks.some(({ name }) => name === "network")).toBe(true);
    expect(healthy).toBe(checks.every(({ isFine }) => isFine));
    const { totalNavax, connectedNavax } = await node.peers();
    expect(totalNavax).toBeGreaterThan(0n);
    expect(connectedNavax).toBeLessThanOrEqual(totalNavax);
    expect(await node.uptime()).toHaveProperty("rewardingPercent");
    const { baseFeeWei, pGasNavax, l1ValidatorNavax } = await node.prices();
    expect(baseFeeWei).toBeGreaterThan(0n);
    expect(pGasNavax).toBeGreaterThan(0n);
    expect(l1ValidatorNavax).toBeGreaterThan(0n);
  });

  it("is asked once for all readers, also while the node hangs", async () => {
    let asked = 0;
    const url = await serve(() => {
      asked += 1;
    });
    const node = openCurrentNode(url, { timeoutMs: 100 });
    const readers = Array.from({ length: 50 }, () => node.health());
    for (const { reason } of (await Promise.allSettled(readers)) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: "NODE_TIMEOUT" });
    await expect(node.health()).rejects.toMatchObject({ code: "NODE_TIMEOUT" });
    expect(asked).toBe(1);
  });

  it("names a node that does not validate, instead of failing", async () => {
    let message = "couldn't get node uptime: node is not a validator";
    const url = await serve((_, response) => {
      response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32000, message }, id: 1 }));
    });
    expect(await openCurrentNode(url).uptime()).toMatchObject({ isNoValidator: true });
    message = "couldn't get node uptime: error while fetching local validator start time not found";
    expect(await openCurrentNode(url).uptime()).toMatchObject({ isNoValidator: true });
    await expect(openCurrentNode(url).health()).rejects.toMatchObject({ code: "NODE_RPC_ERROR" });
  });

  it("measures its messages and what waits for a block, as AvalancheGo names them", async () => {
    // Lines of AvalancheGo 1.14.2.
    const metrics = (bytes: number) => `# HELP avalanche_network_msgs_bytes number of message bytes
# TYPE avalanche_network_msgs_bytes counter
avalanche_network_msgs_bytes{io="received",op="chits"} ${bytes}
avalanche_network_msgs_bytes{io="received",op="get_accepted"} 237
avalanche_network_msgs_bytes{io="sent",op="chits"} 1e+06
avalanche_avm_mempool_count{chain="X"} 3
avalanche_evm_eth_txpool_pending{chain="C"} 12
avalanche_evm_eth_txpool_pending_discard{chain="C"} 99
avalanche_evm_eth_txpool_queued{chain="C"} 4
avalanche_evm_eth_atomic_mempool_pending_txs{chain="C"} 1
avalanche_process_process_start_time_seconds 1.79999e+09
`;
    let bytes = 30_745;
    const url = await serve(({ url }, response) => {
      expect(url).toBe("/ext/metrics");
      response.end(metrics(bytes));
    });
    let nowMs = 1_800_000_000_000;
    const clock = () => nowMs;
    const node = openCurrentNode(url, { nowMs: clock, answers: new SharedAnswers(clock) });
    const first = {
      traffic: {
        received: { bytes: 30_982, bytesPerSecond: undefined },
        sent: { bytes: 1_000_000, bytesPerSecond: undefined },
      },
      startedAtMs: 1_799_990_000_000,
      waiting: { p: undefined, x: 3, c: 12, cQueued: 4, cAtomic: 1 },
    };
    expect(await node.measures()).toEqual({ askedAt: nowMs, measures: first });
    nowMs += 60_000;
    bytes += 6_000;
    const { measures } = await node.measures();
    expect(measures?.traffic.received).toEqual({ bytes: 36_982, bytesPerSecond: 100 });
    // It has restarted.
    nowMs += 60_000;
    bytes = 10;
    const restarted = await node.measures();
    expect(restarted.measures?.traffic.received).toEqual({ bytes: 247, bytesPerSecond: undefined });
  });

  it("measures nothing while its metrics are off", async () => {
    const url = await serve((_, response) => {
      response.statusCode = 404;
      response.end("404 page not found");
    });
    expect((await openCurrentNode(url).measures()).measures).toBeUndefined();
  });

  it("has no credentials in its address", () => {
    expect(openCurrentNode("http://me:secret@node.example:9650/path?key=1").url).toBe(
      "http://node.example:9650/path",
    );
  });
});

it("checks come failing ones first, with the free disk, and no text of the node is endless", () => {
  const timestamp = "2026-11-21T01:02:12.174058864Z";
  const checks = healthChecks({
    healthy: false,
    checks: {
      diskspace: { message: { availableDiskBytes: 750, availableDiskPercentage: 27 }, timestamp },
      router: { message: { longest: "9".repeat(5_000), nested: { deep: [1, 2] } }, timestamp },
      network: { error: "no peers", timestamp, timeOfFirstFailure: "2026-11-21T01:00:00Z" },
    },
  });
  expect(checks.map(({ name }) => name)).toEqual(["network", "diskspace", "router"]);
  expect(checks[0]).toMatchObject({ isFine: false, error: "no peers", failingSince: 1_795_222_800_000 });
  expect(checks[1]?.disk).toEqual({ availableBytes: 750, availablePercent: 27 });
  expect(checks[2]?.facts[0]?.[1]).toHaveLength(301);
  expect(checks[2]?.facts[1]).toEqual(["nested deep", "1, 2"]);
});

it("peers are counted by version with their stake, and the node is connected to itself", () => {
  const peers = [
    { nodeID: "NodeID-a", version: "avalanchego/1.14.1" },
    { nodeID: "NodeID-b", version: "avalanchego/1.14.2" },
    { nodeID: "NodeID-c", version: "avalanchego/1.14.2" },
    { nodeID: "NodeID-d", version: "avalanchego/1.14.0" },
  ];
  const weights = { "NodeID-a": 5n, "NodeID-b": 7n, "NodeID-own": 2n, "NodeID-away": 6n };
  const validators = Object.fromEntries(
    Object.entries(weights).map(([nodeId, weight]) => [nodeId, { weight }]),
  );
  expect(peerVersions(peers, validators, "NodeID-own")).toEqual({
    versions: [
      { version: "avalanchego/1.14.2", peers: 2, validators: 1, navax: 7n },
      { version: "avalanchego/1.14.1", peers: 1, validators: 1, navax: 5n },
      { version: "avalanchego/1.14.0", peers: 1, validators: 0, navax: 0n },
    ],
    connectedNavax: 14n,
    totalNavax: 20n,
  });
});
