import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { openNode } from "../../client/node";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { listenOnLoopback } from "../../listen";
import { openNodeUpgrades } from "./upgrades";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const secondsOf = (text: string) => Date.parse(text) / 1000;

test("upgrades come in the order of activation, active once their time has come", async () => {
  const devnet = await serveDevnet({ recording: await openRecording("custom-network"), port: 0 });
  closing.push(devnet.close);
  let now = Date.parse("2026-11-21T00:47:12Z");
  const ask = openNodeUpgrades(openNode(devnet.url), () => now);
  const { upgrades, acps, nodeVersion, checkedAt } = await ask();
  expect([nodeVersion, acps, checkedAt]).toEqual(["avalanchego/1.14.2", [], now]);
  expect(upgrades).toHaveLength(15);
  expect(upgrades[0]).toEqual({
    name: "apricotPhase1",
    activationTime: secondsOf("2020-12-05T05:00:00Z"),
    isActive: true,
  });
  expect(upgrades.slice(-4)).toEqual([
    { name: "etna", activationTime: secondsOf("2026-11-21T00:47:11Z"), isActive: true },
    { name: "fortuna", activationTime: secondsOf("2026-11-21T00:47:29Z"), isActive: false },
    { name: "granite", activationTime: secondsOf("2026-11-21T00:47:47Z"), isActive: false },
    { name: "helicon", activationTime: secondsOf("2026-11-21T00:57:11Z"), isActive: false },
  ]);
  now += 20_000;
  expect((await ask()).upgrades.at(-3)).toMatchObject({ name: "fortuna", isActive: true });
});

test("an upgrade without a date has no activation time", async () => {
  const devnet = await serveDevnet({ recording: await openRecording("local-network"), port: 0 });
  closing.push(devnet.close);
  const { upgrades } = await openNodeUpgrades(openNode(devnet.url), Date.now)();
  expect(upgrades.at(-1)).toEqual({ name: "helicon", isActive: false });
});

test("preferences on ACPs come by number, with the stake exact and the nodes counted", async () => {
  const preference = { supportWeight: "9007199254740993", objectWeight: "0", abstainWeight: "5" };
  const url = await serveInfo({
    "info.getNodeVersion": { version: "avalanchego/1.14.2" },
    "info.upgrades": {},
    "info.acps": {
      acps: {
        "226": { ...preference, supporters: ["NodeID-A", "NodeID-B"], objectors: [] },
        "77": { ...preference, supporters: null, objectors: null },
      },
    },
  });
  const { acps } = await openNodeUpgrades(openNode(url), Date.now)();
  expect(acps).toEqual([
    { acp: 77, ...preference, supporters: 0, objectors: 0 },
    { acp: 226, ...preference, supporters: 2, objectors: 0 },
  ]);
});

test("a time that is none, and a node that is away, are errors that say so", async () => {
  const url = await serveInfo({
    "info.getNodeVersion": { version: "avalanchego/1.14.2" },
    "info.upgrades": { etnaTime: "soon" },
    "info.acps": { acps: {} },
  });
  await expect(openNodeUpgrades(openNode(url), Date.now)()).rejects.toThrow(
    'upgrade etnaTime is "soon", which is not a time',
  );
  await expect(openNodeUpgrades(undefined, Date.now)()).rejects.toMatchObject({ code: "NODE_UNREACHABLE" });
});

/** A node's info API with these results by method. */
async function serveInfo(results: Readonly<Record<string, object>>): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const version = { databaseVersion: "", rpcProtocolVersion: "45", gitCommit: "", vmVersions: {} };
    const result = method === "info.getNodeVersion" ? { ...version, ...results[method] } : results[method];
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  closing.push(() => server.close());
  return listenOnLoopback(server);
}
