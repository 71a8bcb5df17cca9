import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { buildServer } from "../../cli/supervisor/build.mjs";
import { freePorts } from "../../cli/supervisor/free-ports.mjs";
import { rootFolder } from "../../root-folder";

/** What an operator's settings and a client's requests may hold that no log should. */
const SECRET = {
  database: "pw-of-the-database",
  node: "pw-of-the-node",
  token: "token-of-the-node",
  chain: "pw-of-a-chain",
  admin: "pw-of-the-console",
  key: "a-key-of-the-api-0123456789",
  wrongKey: "a-key-that-is-misspelt-0123",
  own: "secret-of-this-firn-0123456789abcdef",
};

beforeAll(() => buildServer(), 120_000);

/** Starts a command; what it prints collects in `text`. */
function start(command: string, env: Record<string, string>): { child: ChildProcess; text: () => string } {
  const child = spawn(process.execPath, [join(rootFolder(), "dist/firn.mjs"), command], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += String(part)));
  return { child, text: () => text };
}

it("no log of API and indexer holds what settings and clients keep secret, and each line is JSON", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [port, nobody] = await freePorts(2);
  const env = {
    FIRN_DATA_DIR: folder,
    FIRN_API_PORT: String(port),
    FIRN_NODE_URL: `http://firn:${SECRET.node}@127.0.0.1:${nobody}/?token=${SECRET.token}`,
    FIRN_EVM_CHAINS: `http://firn:${SECRET.chain}@127.0.0.1:${nobody}/ext/bc/x/rpc`,
    FIRN_DATABASE_URL: `postgres://firn:${SECRET.database}@127.0.0.1:${nobody}/firn`,
    FIRN_ADMIN_PASSWORD: SECRET.admin,
    FIRN_API_KEYS: SECRET.key,
    FIRN_API_SECRET: SECRET.own,
  };
  const api = start("api", env);
  const indexer = start("index", env);
  const url = `http://127.0.0.1:${port}`;
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(100))
    if (
      await fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
  const asked: [path: string, headers: Record<string, string>, status: number][] = [
    ["/v1/networks/fuji/blockchains", { "x-data-api-key": SECRET.key }, 503],
    ["/v1/networks/fuji/blockchains", { "x-data-api-key": SECRET.wrongKey }, 401],
    ["/firn/v1/status", { "x-firn-secret": SECRET.own }, 503],
    [`/firn/v1/search?q=${SECRET.node}`, {}, 503],
    ["/ready", { authorization: `Bearer ${SECRET.own}`, cookie: `firn_session=${SECRET.own}` }, 503],
  ];
  for (const [path, headers, status] of asked)
    expect([path, (await fetch(url + path, { headers })).status]).toEqual([path, status]);
  const inQuery = await fetch(`${url}/api?module=account&action=balance&apikey=${SECRET.wrongKey}`);
  expect(await inQuery.text()).toContain("Invalid API Key");
  // The indexer has said by then what it cannot reach.
  for (const deadline = Date.now() + 30_000; Date.now() < deadline && indexer.text() === ""; )
    await sleep(100);
  for (const { child } of [api, indexer]) {
    child.kill("SIGTERM");
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  }
  expect(indexer.text()).not.toBe("");
  const lines = api.text().trim().split("\n");
  expect(lines.length).toBeGreaterThan(asked.length);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({ service: "api", level: expect.any(Number) });
  const all = api.text() + indexer.text();
  expect(Object.entries(SECRET).filter(([, secret]) => all.includes(secret))).toEqual([]);
}, 120_000);
