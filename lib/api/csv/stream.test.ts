import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { listBlockchains } from "../../contract/data/blockchains";
import { listenOnLoopback } from "../../listen";
import type { ApiEnv } from "../env";
import { NEXT_PAGE, streamCsv } from "./stream";

/** Requests for pages, by their queries. */
let asked: string[] = [];
let waits: number[] = [];
const server = createServer();
afterEach(() => {
  asked = [];
  waits = [];
});

/** Serves a list whose pages these answers are, one after another; the last one ends it. */
async function serve(...pages: Response[]): Promise<string> {
  const app = new Hono<ApiEnv>();
  app.get("/list", (c) => {
    c.set("requestId", "one");
    if (waits.length > 0) c.set("charge", () => waits.shift() ?? 0);
    return streamCsv(c, listBlockchains, async (request) => {
      asked.push(new URL(request.url).search);
      return pages.shift() as Response;
    });
  });
  server.removeAllListeners("request");
  server.on("request", getRequestListener(app.fetch));
  return `${server.listening ? urlOf() : await listenOnLoopback(server)}/list?format=csv`;
}

function urlOf(): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

function page(text: string, token?: string): Response {
  const headers = { "content-type": "text/csv", ...(token === undefined ? {} : { [NEXT_PAGE]: token }) };
  return new Response(text, { headers });
}

test("pages follow each other until one has no further, also through one without rows", async () => {
  const response = await fetch(await serve(page("a\r\n1\r\n", "x"), page("", "y"), page("2\r\n")));
  expect(await response.text()).toBe("a\r\n1\r\n2\r\n");
  expect(response.headers.get(NEXT_PAGE)).toBeNull();
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="listBlockchains.csv"');
  expect(asked).toEqual([
    "?format=csv&pageSize=100",
    "?format=rows&pageSize=100&pageToken=x",
    "?format=rows&pageSize=100&pageToken=y",
  ]);
});

test("the first page's refusal is the answer, and a later one's breaks the file off", async () => {
  const refused = await fetch(await serve(Response.json({ message: "no" }, { status: 400 })));
  expect([refused.status, await refused.json()]).toEqual([400, { message: "no" }]);
  const broken = await fetch(await serve(page("a\r\n", "x"), new Response("", { status: 500 })));
  expect(broken.status).toBe(200);
  await expect(broken.text()).rejects.toThrow();
});

test("who has used up the rate waits, and so does a page that comes when too much is asked", async () => {
  waits = [5, 5, 0];
  const busy = new Response("", { status: 503, headers: { "retry-after": "0" } });
  const response = await fetch(await serve(page("a\r\n", "x"), busy, page("1\r\n")));
  expect(await response.text()).toBe("a\r\n1\r\n");
  expect(waits).toEqual([]);
  expect(asked).toHaveLength(3);
});

test("for a client that has left nothing more is asked", async () => {
  const more = Array.from({ length: 100 }, () => page("1\r\n".repeat(100_000), "x"));
  const response = await fetch(await serve(page("a\r\n", "x"), ...more));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  const length = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked.length).toBeLessThanOrEqual(length + 1);
  expect(asked.length).toBeLessThan(100);
  await new Promise((resolve) => server.close(resolve));
});
