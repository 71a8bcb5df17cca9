import { brotliDecompressSync } from "node:zlib";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import type { ApiEnv } from "./env";
import { KeptAnswers, type Sources } from "./kept-answers";
import { PARTIAL_HEADER } from "./middleware/callers";
import { DIALECTS, dialectOf } from "./request/dialect";

/** What answers are made from here, and how often one was made. */
const world = { version: "1", text: "a", labels: {}, nowMs: 0, made: 0, use: (_: Sources) => {} };

const kept = new KeptAnswers(
  () => [world.labels],
  () => world.nowMs,
);
const app = new Hono<ApiEnv>();
app.use(async (c, next) => {
  c.set(
    "dialect",
    dialectOf((name) => c.req.header(name)),
  );
  await next();
});
app.get("/*", (c) =>
  kept.answer(c, async (sources) => {
    world.made++;
    sources.addStore(async () => world.version, world.version);
    world.use(sources);
    const text = world.text.repeat(2_000);
    c.header("x-of-this-request-alone", "1");
    return c.body(text, 200, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-cache",
      [PARTIAL_HEADER]: "something is missing",
      etag: `"${text[0]}"`,
    });
  }),
);

let path = "";
let count = 0;
beforeEach(() => {
  Object.assign(world, { version: "1", text: "a", labels: {}, nowMs: 0, made: 0, use: () => {} });
  path = `/${count++}`;
});

async function ask(headers: Record<string, string> = {}, method = "GET") {
  const response = await app.request(path, { headers, method });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test("an answer is made once and given again with its headers as long as its sources stay", async () => {
  const first = await ask();
  for (let again = 0; again < 3; again++) {
    const { status, headers, text } = await ask();
    expect({ status, text }).toEqual({ status: 200, text: first.text });
    for (const name of ["content-type", "cache-control", "etag", PARTIAL_HEADER])
      expect(headers.get(name)).toBe(first.headers.get(name));
    expect(headers.get("x-of-this-request-alone")).toBeNull();
  }
  expect(world.made).toBe(1);
});

test.each([
  ["a commit to the store", () => Object.assign(world, { version: "2" })],
  ["other labels", () => Object.assign(world, { labels: {} })],
  ["a minute", () => Object.assign(world, { nowMs: 60_000 })],
  ["a clock that was set back", () => Object.assign(world, { nowMs: -1 })],
])("after %s it is made anew", async (_, change) => {
  await ask();
  world.text = "b";
  change();
  expect((await ask()).text[0]).toBe("b");
  expect(world.made).toBe(2);
});

test("a commit while it is made counts: the version is that from before", async () => {
  world.use = () => {
    if (world.made === 1) Object.assign(world, { version: "2", text: "b" });
  };
  await ask();
  world.text = "c";
  expect((await ask()).text[0]).toBe("c");
});

test.each<[string, (sources: Sources) => unknown]>([
  ["a store without versions", (sources) => sources.addStore(async () => undefined, undefined)],
  ["what changes without a trace", (sources) => sources.fleeting({ nowMs: () => 5 }).nowMs()],
])("what is made from %s is never kept", async (_, use) => {
  world.use = use;
  await ask();
  await ask();
  expect(world.made).toBe(2);
});

test("what lasts of a source does not make an answer a fleeting one", async () => {
  world.use = (sources) => sources.fleeting({ version: "1.0", nowMs: 5 }, ["version"]).version;
  await ask();
  await ask();
  expect(world.made).toBe(1);
});

test("each address, dialect and encoding has its own", async () => {
  const plain = await ask();
  const packed = await app.request(path, { headers: { "accept-encoding": "br" } });
  const again = await app.request(path, { headers: { "accept-encoding": "br" } });
  expect(again.headers.get("content-encoding")).toBe("br");
  for (const one of [packed, again]) {
    expect(one.headers.get("etag")).toBe('W/"a"');
    expect(brotliDecompressSync(Buffer.from(await one.arrayBuffer())).toString()).toBe(plain.text);
  }
  await ask({ "x-firn-dialect": DIALECTS.sdk.name });
  expect(world.made).toBe(3);
  path += "?pageSize=1";
  await ask();
  expect(world.made).toBe(4);
});

test("a current copy is answered with 304, whether the answer was kept or not", async () => {
  for (let again = 0; again < 2; again++) {
    const { status, headers, text } = await ask({ "if-none-match": '"other", W/"a"' });
    expect({ status, text, etag: headers.get("etag") }).toEqual({ status: 304, text: "", etag: '"a"' });
    expect(headers.has("content-type")).toBe(false);
  }
  expect(world.made).toBe(1);
  expect((await ask({ "if-none-match": '"b"' })).status).toBe(200);
  Object.assign(world, { version: "2", text: "b" });
  expect((await ask({ "if-none-match": '"a"' })).status).toBe(200);
});
