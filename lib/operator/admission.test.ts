import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { connectByKey } from "../client/key-proof";
import { openOperatorClient } from "../client/operator";
import {
  createSignInLink,
  endAllSessions,
  endSession,
  getPanel,
  SESSION_HEADER,
  SESSION_IDLE_MS,
  SIGN_IN_LINK_MS,
  signInByLink,
  signInByPassword,
  touchSession,
} from "../contract/operator/access";
import { ACTIONS } from "../contract/operator/actions";
import { listAudit } from "../contract/operator/audit";
import { getConsole } from "../contract/operator/console";
import { getOverview } from "../contract/operator/overview";
import { openRecording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { openRelay, openRig, type Rig } from "../testbed/operator";

/** Requests without the key or a session: refused, recorded, and never passed to the node. */

const nodeFolder = mkdtempSync(join(tmpdir(), "firn-admission-"));
let node: Devnet;

beforeAll(async () => {
  const recording = await openRecording("custom-network");
  node = await serveDevnet({ recording, port: 0, dataDir: nodeFolder, admin: true });
});
afterAll(async () => {
  await node.close();
  rmSync(nodeFolder, { recursive: true });
});

/** What the node was asked to change. Reading levels is how Firn checks that the node is there. */
const changes = (asked: string[]) => asked.filter((body) => /admin\.(?!getLoggerLevel)/.test(body));

describe("the operator's port", () => {
  it.each([
    ["a request without TLS, as a page in a browser can send it", plainRequest],
    ["TLS without the key", (port: number) => tlsRequest({ port, rejectUnauthorized: false })],
    ["another key", (port: number) => keyRequest(port, "A".repeat(43))],
  ])("refuses %s before reading a request, and records it", async (_, attempt) => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const session = await rig.signIn();
    expect(await attempt(portOf(rig.operator.url))).not.toContain("HTTP/1.1");
    expect(changes(relay.asked)).toEqual([]);
    const denied = () => rig.client.ask(listAudit, { session, query: { outcome: "denied" } });
    await expect
      .poll(async () => (await denied()).entries)
      .toMatchObject([
        {
          who: "nobody",
          method: "firn.request",
          said: "a connection did not prove that it knows the operator's key",
        },
      ]);
  });

  it("sends nothing to another program on its port, and says that it is not the operator", async () => {
    const rig = await openRig({ nodeUrl: node.url, password: "correct horse" });
    const port = portOf(rig.operator.url);
    await rig.operator.close();
    const heard: Buffer[] = [];
    const impostor = createServer((socket) => {
      socket.on("data", (data) => {
        heard.push(data);
        // How any server would answer that does not understand the request.
        socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}");
      });
      socket.on("error", () => {});
    });
    impostor.listen(port, "127.0.0.1");
    await once(impostor, "listening");
    onTestFinished(() => void impostor.close());
    const session = `${"s".repeat(22)}.${"t".repeat(43)}`;
    const key = readFileSync(join(rig.dataDir, "operator.key"), "utf8").trim();
    const asked = [
      () => rig.client.ask(createSignInLink),
      () => rig.client.ask(signInByPassword, { sent: { password: "correct horse", peer: "127.0.0.1" } }),
      () => rig.client.ask(ACTIONS.loadVMs, { session }),
    ];
    for (const ask of asked)
      await expect(ask()).rejects.toMatchObject({
        code: "API_UNREACHABLE",
        message: expect.stringContaining("has not proved to be this Firn's operator"),
        hint: expect.stringContaining("nothing was sent to it"),
      });
    const all = Buffer.concat(heard).toString("latin1");
    expect(all.length).toBeGreaterThan(0);
    for (const secret of [key, "correct horse", session, "/operator/"]) expect(all).not.toContain(secret);
  });

  it("sends nothing to an operator with another key", async () => {
    const ours = await openRig({ nodeUrl: node.url });
    const other = await openRig({ nodeUrl: node.url });
    const client = openOperatorClient({ baseUrl: other.operator.url, dataDir: ours.dataDir });
    await expect(client.ask(createSignInLink)).rejects.toThrow(/has not proved/);
  });

  it("keeps its key and store readable by this user alone, and makes a new key at each start", async () => {
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

  it("knows only its own paths, and only ten methods of the node", async () => {
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
    expect(changes(relay.asked)).toEqual([]);
  });
});

describe("without a session", () => {
  it("only the panel's state is given, and attempts to change something are recorded", async () => {
    const relay = await openRelay(node.url);
    const rig = await openRig({ nodeUrl: relay.url });
    const { state, session } = await rig.client.ask(getPanel);
    expect({ state, session }).toEqual({ state: "locked", session: undefined });
    const secret = "A".repeat(43);
    for (const route of [getConsole, getOverview, listAudit, touchSession, endAllSessions])
      await expect(rig.client.ask(route, { session: secret })).rejects.toMatchObject({
        code: "UNAUTHORIZED",
      });
    for (const route of Object.values(ACTIONS))
      await expect(rig.client.ask(route, {})).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(changes(relay.asked)).toEqual([]);
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
  ])("nothing works: with one that was %s", async (_, end) => {
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
    expect(changes(relay.asked)).toEqual([]);
  });

  it("a flood of refusals hides no others: those of another method or of a session are listed", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    const session = await rig.signIn();
    for (let at = 0; at < 40; at++) await rig.client.ask(ACTIONS.loadVMs).catch(() => undefined);
    const unknown = { sent: { secret: "B".repeat(43) } };
    await expect(rig.client.ask(signInByLink, unknown)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const wrong = { session, sent: { force: "1" } as never };
    await expect(rig.client.ask(ACTIONS.loadVMs, wrong)).rejects.toMatchObject({ code: "BAD_PARAMETER" });
    const { entries } = await rig.client.ask(listAudit, {
      session,
      query: { outcome: "denied", pageSize: 100 },
    });
    expect(entries).toHaveLength(32);
    expect(entries.map(({ method, who }) => `${method} ${who === "nobody"}`).slice(0, 2)).toEqual([
      "admin.loadVMs false",
      "firn.signIn true",
    ]);
  });

  it("an expired session or link stays expired when the clock is set back", async () => {
    const clock = { now: Date.now(), steady: 0 };
    const rig = await openRig({ nodeUrl: node.url, clock });
    const stateOf = async (session: string) => (await rig.client.ask(getPanel, { session })).state;
    const used = await rig.signIn();
    const unused = await rig.signIn();
    const { secret } = await rig.client.ask(createSignInLink);
    clock.now += SESSION_IDLE_MS;
    expect(await stateOf(used)).toBe("locked");
    clock.now -= SESSION_IDLE_MS;
    // The first was found expired and is gone for good. The second was not looked up, and its half hour has not passed.
    expect([await stateOf(used), await stateOf(unused)]).toEqual(["locked", "open"]);
    clock.steady += SESSION_IDLE_MS;
    clock.now -= SESSION_IDLE_MS;
    expect(await stateOf(unused)).toBe("locked");
    await expect(rig.client.ask(signInByLink, { sent: { secret } })).rejects.toThrow("too old");
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
  it("signs in once: a second use, a guess and a late use are refused and recorded", async () => {
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
    const written = JSON.stringify((await rig.client.ask(listAudit, { session })).entries);
    for (const hidden of [secret, late, ...session.split(".")]) expect(written).not.toContain(hidden);
  });

  it("admits one of two who use it at the same time", async () => {
    const rig = await openRig({ nodeUrl: node.url });
    const { secret } = await rig.client.ask(createSignInLink);
    const both = await Promise.allSettled(
      [1, 2].map(() => rig.client.ask(signInByLink, { sent: { secret } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is not made while others can reach the web: the console is closed, to old sessions too", async () => {
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
  const from = (peer: string, password: string) => ({ sent: { password, peer } });
  const right = (peer: string) => from(peer, "correct horse");
  const wrong = (peer: string) => from(peer, "correct horsf");
  const password = "correct horse";

  it("signs in from anywhere", async () => {
    const { client } = await openRig({ nodeUrl: node.url, webHost: "0.0.0.0", password });
    expect(await client.ask(getPanel)).toMatchObject({ state: "locked", signIn: "password" });
    const { secret } = await client.ask(signInByPassword, right("192.0.2.1"));
    expect((await client.ask(getPanel, { session: secret })).state).toBe("open");
  });

  it("slows down guessing: after a wrong one, even the right one has to wait", async () => {
    const { client, clock } = await openRig({ nodeUrl: node.url, password });
    const peer = "192.0.2.1";
    for (let at = 0; at < 3; at++)
      await expect(client.ask(signInByPassword, wrong(peer))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    await expect(client.ask(signInByPassword, right(peer))).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { retryAfterSeconds: 1 },
    });
    clock.now += 1_000;
    await expect(client.ask(signInByPassword, wrong(peer))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    clock.now += 1_000;
    await expect(client.ask(signInByPassword, right(peer))).rejects.toMatchObject({ code: "RATE_LIMITED" });
    clock.now += 1_000;
    const { secret } = await client.ask(signInByPassword, right(peer));
    const { entries } = await client.ask(listAudit, { session: secret });
    expect(JSON.stringify(entries)).not.toMatch(/hors[ef]/);
    const denied = entries.filter(({ outcome }) => outcome === "denied");
    expect(denied).toHaveLength(6);
    for (const { parameters } of denied) expect(JSON.parse(parameters)).toEqual({ by: "password", peer });
  });

  it("is checked one attempt per peer at a time, so that many take no more memory", async () => {
    const { client } = await openRig({ nodeUrl: node.url, password });
    const all = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.ask(signInByPassword, right("192.0.2.1"))),
    );
    const codes = all.map((one) => (one.status === "rejected" ? one.reason.code : "in"));
    expect(codes.filter((code) => code !== "in").every((code) => code === "RATE_LIMITED")).toBe(true);
    expect(codes).toContain("in");
    expect(codes).toContain("RATE_LIMITED");
  });

  it("admits the operator during a flood from any addresses of another network", async () => {
    const { client } = await openRig({ nodeUrl: node.url, password });
    const flood = [
      "192.0.2.1",
      "::ffff:192.0.2.1",
      "2001:db8::1",
      "2001:db8::2",
      "2001:db8:0:0:7::9",
      "127.0.0.9",
    ];
    const attempts = Array.from({ length: 60 }, (_, at) =>
      client.ask(signInByPassword, wrong(flood[at % flood.length] ?? "")).catch((error) => error.code),
    );
    const { secret } = await client.ask(signInByPassword, right("192.0.2.2"));
    expect((await client.ask(getPanel, { session: secret })).state).toBe("open");
    // Three networks guessed: each once, and at most once more while the others were served.
    const codes = await Promise.all(attempts);
    expect(codes.filter((code) => code !== "UNAUTHORIZED" && code !== "RATE_LIMITED")).toEqual([]);
    expect(codes.filter((code) => code === "UNAUTHORIZED").length).toBeLessThanOrEqual(9);
  });

  it("is not needed on the machine itself: a link opens the console while every attempt is refused", async () => {
    const { client } = await openRig({ nodeUrl: node.url, webHost: "0.0.0.0", password });
    const peer = "127.0.0.1";
    for (let at = 0; at < 3; at++) await client.ask(signInByPassword, wrong(peer)).catch(() => undefined);
    await expect(client.ask(signInByPassword, right(peer))).rejects.toMatchObject({ code: "RATE_LIMITED" });
    const { secret } = await client.ask(createSignInLink);
    const { secret: session } = await client.ask(signInByLink, { sent: { secret } });
    expect((await client.ask(getPanel, { session })).state).toBe("open");
  });

  it("ends every session when it changes", async () => {
    const before = await openRig({ nodeUrl: node.url, password: "one" });
    const { secret } = await before.client.ask(signInByPassword, from("192.0.2.1", "one"));
    await before.operator.close();
    const same = await openRig({ nodeUrl: node.url, dataDir: before.dataDir, password: "one" });
    expect((await same.client.ask(getPanel, { session: secret })).state).toBe("open");
    await same.operator.close();
    const other = await openRig({ nodeUrl: node.url, dataDir: before.dataDir, password: "two" });
    expect((await other.client.ask(getPanel, { session: secret })).state).toBe("locked");
  });
});

it("is distinguished from one that is down: the client says that no operator answers", async () => {
  const rig = await openRig({ nodeUrl: node.url });
  const { url } = rig.operator;
  await rig.operator.close();
  const client = openOperatorClient({ baseUrl: url, dataDir: rig.dataDir });
  await expect(client.ask(getPanel)).rejects.toMatchObject({ code: "API_UNREACHABLE" });
});

const portOf = (url: string) => Number(new URL(url).port);

interface RawRequest {
  session?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request that the client would not make, with the right key. */
function raw({ operator, dataDir }: Rig, method: string, path: string, given: RawRequest) {
  const key = readFileSync(join(dataDir, "operator.key"), "utf8").trim();
  const headers = {
    ...(given.session === undefined ? {} : { [SESSION_HEADER]: given.session }),
    "content-type": "application/json",
    ...given.headers,
  };
  return new Promise<{ status: number | undefined }>((resolve, reject) => {
    const createConnection = () => connectByKey({ host: "127.0.0.1", port: portOf(operator.url) }, key);
    const sent = request({ method, path, headers, createConnection }, (answer) => {
      answer.resume().on("end", () => resolve({ status: answer.statusCode }));
    });
    sent.on("error", reject).end(given.body);
  });
}

const REQUEST = "POST /operator/sign-in-link HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\n\r\n{}";

/** What was received until the connection ended. */
function heardFrom(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let heard = "";
    socket.on("data", (data) => {
      heard += data.toString("latin1");
    });
    socket.on("error", () => {}).on("close", () => resolve(heard));
    socket.write(REQUEST);
  });
}

const plainRequest = (port: number) => heardFrom(connect({ host: "127.0.0.1", port }));
const tlsRequest = (options: ConnectionOptions) => heardFrom(connectTls({ host: "127.0.0.1", ...options }));
const keyRequest = (port: number, key: string) => heardFrom(connectByKey({ host: "127.0.0.1", port }, key));
