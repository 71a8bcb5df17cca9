import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECRET_HEADER, VISITOR_HEADER } from "../../contract/callers";
import { ROUTES } from "../../contract/routes";
import { startApi } from "../../testbed/api";
import { testStores } from "../../testbed/test-stores";
import { METRICS_PATH } from "../app";
import { MCP_PATH } from "../mcp/http";

/** An API whose readers sign in. */

const PASSWORD = "correct horse";
const SECRET = "s".repeat(32);
const KEY = "a-key-of-somebody";
const folder = mkdtempSync(join(tmpdir(), "firn-sign-in-"));
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi({
    stores: testStores(folder),
    secret: SECRET,
    apiKeys: [KEY],
    mcp: { version: "0.0.0" },
    signIn: { password: PASSWORD, header: undefined },
  });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const signed = { authorization: `Basic ${Buffer.from(`me:${PASSWORD}`).toString("base64")}` };
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(api.url + path, { method, headers });

test("every route of the API answers 401 to who has not signed in, and says how", async () => {
  const routes = Object.values(ROUTES).map(({ path, method }) => ({ path, method: method.toUpperCase() }));
  const others = [METRICS_PATH, MCP_PATH, "/openapi.json", "/health", "/ready", "/", "/no/such/path"];
  const all = [
    ...routes,
    ...others.map((path) => ({ path, method: "GET" })),
    { path: MCP_PATH, method: "POST" },
  ];
  expect(all.length).toBeGreaterThan(100);
  for (const { path, method } of all) {
    const answer = await ask(path.replace(/\{\w+\}/g, "1"), {}, method);
    expect([method, path, answer.status]).toEqual([method, path, 401]);
    expect(answer.headers.get("www-authenticate")).toBe('Basic realm="Firn", charset="UTF-8"');
    expect(await answer.text()).toContain("only readers who sign in are answered here");
  }
});

test("it answers who signed in, who has a key, and this Firn's own processes", async () => {
  const visitor = { [SECRET_HEADER]: SECRET, [VISITOR_HEADER]: "192.0.2.1" };
  for (const headers of [signed, { "x-data-api-key": KEY }, { [SECRET_HEADER]: SECRET }, visitor])
    expect((await ask("/health", headers)).status).not.toBe(401);
  for (const headers of [
    { "x-data-api-key": "no" },
    { [SECRET_HEADER]: "no" },
    { [VISITOR_HEADER]: "192.0.2.1" },
  ])
    expect((await ask("/health", headers)).status).toBe(401);
  expect((await ask(MCP_PATH, signed)).status).toBe(405);
});

test("passwords can't be guessed", async () => {
  const wrong = { authorization: `Basic ${Buffer.from("me:guess").toString("base64")}` };
  const answers = [];
  for (let each = 0; each < 12; each++) answers.push(await ask("/health", wrong));
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
  expect(answers.at(-1)?.headers.get("retry-after")).toBe("6");
  // Somebody with a key is not held up by who guesses.
  expect((await ask("/health", { "x-data-api-key": KEY })).status).not.toBe(429);
});
