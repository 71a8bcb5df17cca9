import { createServer, get } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOnLoopback } from "../../listen";
import type { ApiEnv } from "../env";
import { compress } from "./compress";

const LONG = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ number: i })));
const app = new Hono<ApiEnv>();
app.use(compress);
const json = { "content-type": "application/json; charset=utf-8", etag: '"1"' };
app.get("/long", (c) => c.body(LONG, 200, json));
app.get("/short", (c) => c.body("[1]", 200, json));
app.get("/image", (c) => c.body(LONG, 200, { "content-type": "image/png" }));
app.get("/kept", (c) => c.body(null, 304, { etag: '"1"' }));
const server = createServer(getRequestListener(app.fetch));
let origin = "";

beforeAll(async () => {
  origin = await listenOnLoopback(server);
});
afterAll(() => void server.close());

/** The answer as it is sent: `fetch` would unpack it. */
async function ask(path: string, accepted?: string, method = "GET") {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  return new Promise<{
    status: number | undefined;
    encoding: string | undefined;
    etag: string | undefined;
    body: Buffer;
  }>((resolve, reject) =>
    get(origin + path, { headers, method }, (response) => {
      const { "content-encoding": encoding, etag } = response.headers;
      buffer(response).then((body) => resolve({ status: response.statusCode, encoding, etag, body }), reject);
    }).on("error", reject),
  );
}

test.each([
  ["br", "br", brotliDecompressSync],
  ["gzip, deflate, br", "gzip", gunzipSync],
  ["gzip;q=0.5, br;q=1", "br", brotliDecompressSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
] as const)("for %s it packs with %s, and the bytes are the same", async (accepted, encoding, unpack) => {
  const answer = await ask("/long", accepted);
  expect(answer).toMatchObject({ encoding, etag: 'W/"1"' });
  expect(unpack(answer.body).toString()).toBe(LONG);
  expect(answer.body.length).toBeLessThan(LONG.length / 3);
});

test.each([
  ["/long", undefined],
  ["/long", "identity"],
  ["/long", "zstd, *;q=0"],
  ["/short", "gzip"],
  ["/image", "gzip"],
])("%s is sent as it is for %s", async (path, accepted) => {
  const answer = await ask(path, accepted);
  expect(answer.encoding).toBeUndefined();
  expect(answer.body.toString()).toBe(path === "/short" ? "[1]" : LONG);
});

test("a 304 and the answer to HEAD stay without a body", async () => {
  expect(await ask("/kept", "gzip")).toMatchObject({ status: 304, etag: '"1"', body: Buffer.alloc(0) });
  expect(await ask("/long", "gzip", "HEAD")).toMatchObject({ status: 200, body: Buffer.alloc(0) });
});
