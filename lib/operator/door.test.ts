import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOperatorClient } from "../client/operator";
import {
  createSignInLink,
  endAllSessions,
  endSession,
  getPanel,
  KEY_HEADER,
  SESSION_HEADER,
  SESSION_IDLE_MS,
  SIGN_IN_LINK_MS,
  signInByLink,
  signInByPassword,
  touchSession,
} from "../contract/operator/access";
import { ACTIONS } from "../contract/operator/actions";
import { exportAudit, listAudit } from "../contract/operator/audit";
import { getConsole } from "../contract/operator/console";
import { getOverview } from "../contract/operator/overview";
import { openRecording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { openRelay, openRig, type Rig } from "./test-rig";

/** Whoever has no business here: refused, written down, and without a word to the node. */

const nodeFolder = mkdtempSync(join(tmpdir(), "firn-door-"));
let node: Devnet;

beforeAll(async () => {
  const recording = await openRecording("custom-network");
  node = await serveDevnet({ recording, port: 0, dataDir: nodeFolder, admin: true });
});
afterAll(async () => {
  await node.close();
  rmSync(nodeFolder, { recursive: true });
});

/** What the node was told to do: reading levels is how Firn sees whether it is there. */
const told = (asked: string[]) => asked.filter((body) => /admin\.(?!getLoggerLevel)/.test(body));

describe("the operator's port", () => {
  it.each([
    ["no key", { [KEY_HEADER]: "" }],
    ["another key", { [KEY_HEADER]: "A".repeat(43) }],
    ["a page of another origin", { origin: "https://evil.example" }],
    ["a page of this machine", { origin: "http://127.0.0.1:3000" }],
    ["a fetch of a browser", { "sec-fetch-site": "cross-site" }],
    ["a link that was followed", { referer: "http://127.0.0.1:3000/admin" }],
    ["a cookie", { cookie: "firn_session=x" }],
    ["a name that somebody pointed here", { host: "rebound.example:8081" }],
    ["this machine's name with another port", { host: "127.0.0.1:9650" }],
  ])("refuses %s, whatever else is right, and writes it down", async (_, headers) => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const session = await rig.signIn();
    const answer = await raw(rig, "POST", "/operator/actions/memoryProfile", {
      session,
      headers,
      body: "{}",
    });
    expect(answer.status).toBe(403);
    expect(told(relay.asked)).toEqual([]);
    const { entries } = await rig.client.ask(listAudit, { session, query: { outcome: "denied" } });
    expect(entries).toMatchObject([{ who: "nobody", method: "firn.request" }]);
    expect(JSON.stringify(entries)).not.toContain(session);
  });

  it("answers a preflight with a refusal, so that no page gets further", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    const headers = { origin: "http://127.0.0.1:3000", "access-control-request-method": "POST" };
    const answer = await raw(rig, "OPTIONS", "/operator/actions/alias", { headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("has a key and a store that only this user may read, and another key at each start", async () => {
    const first = await openRig({ nodeUrl: node.url });
    const path = join(first.dataDir, "operator.key");
    const key = readFileSync(path, "utf8");
    expect(key).toMatch(/^[\w-]{43}\n$/);
    for (const name of ["operator.key", "operator.db", "operator.db-wal"])
      expect(statSync(join(first.dataDir, name)).mode & 0o777, name).toBe(0o600);
    await first.operator.close();
    const second = await openRig({ nodeUrl: node.url, dataDir: first.dataDir });
    expect(readFileSync(path, "utf8")).not.toBe(key);
    expect((await second.client.ask(getPanel)).state).toBe("locked");
  });

  it("knows no path but its own, and no method of the node but the ten", async () => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const session = await rig.signIn();
    const paths = [
      "getConfig",
      "dbGet",
      "stacktrace",
      "../../ext/admin",
      "alias%2f..",
      "constructor",
      "__proto__",
    ];
    for (const path of paths)
      expect((await raw(rig, "POST", `/operator/actions/${path}`, { session, body: "{}" })).status).toBe(404);
    expect((await raw(rig, "GET", "/operator/actions/alias", { session })).status).toBe(405);
    expect((await raw(rig, "GET", "http://evil.example/operator/panel", { session })).status).toBe(403);
    expect(told(relay.asked)).toEqual([]);
  });
});

describe("without a session", () => {
  it("only the panel's state is told, and what would change something is written down", async () => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const { state, session } = await rig.client.ask(getPanel);
    expect({ state, session }).toEqual({ state: "locked", session: undefined });
    const secret = "A".repeat(43);
    for (const route of [getConsole, getOverview, listAudit, exportAudit, touchSession, endAllSessions])
      await expect(rig.client.ask(route, { session: secret })).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    for (const route of Object.values(ACTIONS))
      await expect(rig.client.ask(route, {})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(told(relay.asked)).toEqual([]);
    const own = await rig.signIn();
    const { entries } = await rig.client.ask(listAudit, {
      session: own,
      query: { who: "nobody", pageSize: 100 },
    });
    const denied = entries.filter(({ outcome }) => outcome === "denied").map(({ method }) => method);
    expect(denied.sort()).toEqual(
      [...Object.keys(ACTIONS).map((name) => `admin.${name}`), "firn.endAllSessions"].sort(),
    );
  });

  it.each([
    ["locked", async ({ client }: Rig, session: string) => void (await client.ask(endSession, { session }))],
    [
      "ended with all others",
      async ({ client }: Rig, session: string) => void (await client.ask(endAllSessions, { session })),
    ],
    [
      "left alone for 30 minutes",
      async ({ clock }: Rig) => {
        clock.now += SESSION_IDLE_MS;
      },
    ],
  ])("that is: with one that was %s, nothing goes", async (_, end) => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const session = await rig.signIn();
    rig.clock.now += SESSION_IDLE_MS - 1;
    await rig.client.ask(touchSession, { session });
    await end(rig, session);
    await expect(rig.client.ask(ACTIONS.lockProfile, { session })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    expect((await rig.client.ask(getPanel, { session })).state).toBe("locked");
    expect(told(relay.asked)).toEqual([]);
  });

  it("floods of refusals are counted, not listed", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    for (let at = 0; at < 200; at++) await rig.client.ask(ACTIONS.loadVMs).catch(() => undefined);
    rig.clock.now += 60_000;
    await rig.client.ask(ACTIONS.loadVMs).catch(() => undefined);
    const session = await rig.signIn();
    const { entries } = await rig.client.ask(listAudit, {
      session,
      query: { outcome: "denied", pageSize: 100 },
    });
    expect(entries).toHaveLength(31);
    expect(entries[0]?.said).toMatch(/and 170 refusals before it that are not listed/);
  });
});

describe("a sign-in link", () => {
  it("signs in once: a second use, a guess and a late use are refused and written down", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    const { secret } = await rig.client.ask(createSignInLink);
    const { secret: late } = await rig.client.ask(createSignInLink);
    const { secret: session } = await rig.client.ask(signInByLink, { sent: { secret } });
    await expect(rig.client.ask(signInByLink, { sent: { secret } })).rejects.toThrow(/used already/);
    await expect(rig.client.ask(signInByLink, { sent: { secret: "B".repeat(43) } })).rejects.toThrow(
      /not known/,
    );
    rig.clock.now += SIGN_IN_LINK_MS;
    await expect(rig.client.ask(signInByLink, { sent: { secret: late } })).rejects.toThrow(/too old/);
    const { entries } = await rig.client.ask(listAudit, { session, query: { method: "firn.signIn" } });
    expect(entries.map(({ outcome }) => outcome)).toEqual(["denied", "denied", "denied", "done"]);
    const { csv } = await rig.client.ask(exportAudit, { session });
    for (const hidden of [secret, late, session]) expect(csv).not.toContain(hidden);
  });

  it("lets in one of two who use it at the same moment", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    const { secret } = await rig.client.ask(createSignInLink);
    const both = await Promise.allSettled(
      [1, 2].map(() => rig.client.ask(signInByLink, { sent: { secret } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is not made while the web can be reached from elsewhere: the console is closed, old sessions too", async () => {
    const inside = await openRig({ nodeUrl: node.url });
    const session = await inside.signIn();
    await inside.operator.close();
    for (const webHost of ["0.0.0.0", "::", "192.0.2.7", "127.0.0.1.evil.example"]) {
      const { client, operator } = await openRig({ nodeUrl: node.url, dataDir: inside.dataDir, webHost });
      const panel = await client.ask(getPanel, { session });
      expect(panel).toMatchObject({ state: "closed", reason: { code: "EXPOSED" } });
      expect(panel.session).toBeUndefined();
      await expect(client.ask(createSignInLink)).rejects.toMatchObject({ code: "FORBIDDEN" });
      await expect(client.ask(getConsole, { session })).rejects.toMatchObject({ code: "UNAUTHORIZED" });
      await operator.close();
    }
  });
});

describe("a password", () => {
  const sent = { password: "correct horse" };
  const wrong = { password: "correct horsf" };

  it("signs in from everywhere, and makes links of no use", async () => {
    const { client } = await openRig({ nodeUrl: node.url, webHost: "0.0.0.0", password: sent.password });
    expect(await client.ask(getPanel)).toMatchObject({ state: "locked", signIn: "password" });
    const { secret } = await client.ask(signInByPassword, { sent });
    expect((await client.ask(getPanel, { session: secret })).state).toBe("open");
    await expect(client.ask(createSignInLink)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("is guessed ever slower: the right one has to wait as well", async () => {
    const { client, clock } = await openRig({ nodeUrl: node.url, password: sent.password });
    for (let at = 0; at < 3; at++)
      await expect(client.ask(signInByPassword, { sent: wrong })).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    await expect(client.ask(signInByPassword, { sent })).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 1 },
    });
    clock.now += 1_000;
    await expect(client.ask(signInByPassword, { sent: wrong })).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    clock.now += 1_000;
    await expect(client.ask(signInByPassword, { sent })).rejects.toMatchObject({ code: "RATE_LIMITED" });
    clock.now += 1_000;
    const { secret } = await client.ask(signInByPassword, { sent });
    const { csv } = await client.ask(exportAudit, { session: secret });
    expect(csv).not.toContain("horse");
    expect(csv).not.toContain("horsf");
    expect(csv.match(/"denied"/g)).toHaveLength(6);
  });

  it("takes one attempt at a time, so that many take no more memory", async () => {
    const { client } = await openRig({ nodeUrl: node.url, password: sent.password });
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.ask(signInByPassword, { sent })),
    );
    const codes = all.map((one) => (one.status === "rejected" ? one.reason.code : "in"));
    expect(codes.filter((code) => code !== "in").every((code) => code === "RATE_LIMITED")).toBe(true);
    expect(codes).toContain("in");
    expect(codes).toContain("RATE_LIMITED");
  });

  it("that is changed ends every session", async () => {
    const before = await openRig({ nodeUrl: node.url, password: "one" });
    const { secret } = await before.client.ask(signInByPassword, { sent: { password: "one" } });
    await before.operator.close();
    const same = await openRig({ nodeUrl: node.url, dataDir: before.dataDir, password: "one" });
    expect((await same.client.ask(getPanel, { session: secret })).state).toBe("open");
    await same.operator.close();
    const other = await openRig({ nodeUrl: node.url, dataDir: before.dataDir, password: "two" });
    expect((await other.client.ask(getPanel, { session: secret })).state).toBe("locked");
  });
});

it("is told from one that is away: the client says that no operator answers", async () => {
  const rig = await openRig({ nodeUrl: node.url });
  const { url } = rig.operator;
  await rig.operator.close();
  const client = openOperatorClient({ baseUrl: url, dataDir: rig.dataDir });
  await expect(client.ask(getPanel)).rejects.toMatchObject({ code: "API_UNREACHABLE" });
});

interface RawRequest {
  session?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A request as anybody may make it, with the right key unless told otherwise. */
function raw({ operator, dataDir }: Rig, method: string, path: string, given: RawRequest) {
  const { hostname, port } = new URL(operator.url);
  const headers = {
    host: `${hostname}:${port}`,
    [KEY_HEADER]: readFileSync(join(dataDir, "operator.key"), "utf8").trim(),
    ...(given.session === undefined ? {} : { [SESSION_HEADER]: given.session }),
    "content-type": "application/json",
    ...given.headers,
  };
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode, headers: answer.headers }));
    });
    sent.on("error", reject).end(given.body);
  });
}
