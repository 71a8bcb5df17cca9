import { createServer, type Server } from "node:http";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { listenOnLoopback } from "../listen";
import { exchange } from "./http";
import { openKeepAlive } from "./keep-alive";

const POST = { method: "POST", headers: { "content-type": "application/json" }, body: '{"height":7}' };

async function serve(answer: Parameters<typeof createServer>[1]): Promise<{ url: URL; server: Server }> {
  const server = createServer({}, answer as never);
  const url = new URL(await listenOnLoopback(server));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url, server };
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

/** One connection at a time, so that it is used again. */
function limits(more: { timeoutMs?: number; maxBytes?: number } = {}) {
  return { timeoutMs: 5_000, maxBytes: 1_000, ...more, send: openKeepAlive({ connections: 1 }) };
}

it("sends a body and headers, and gives status, headers and text of any answer", async () => {
  const { url } = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.writeHead(429, { "retry-after": "2" });
      response.end(`${request.method} ${request.headers["content-type"]} ${Buffer.concat(chunks)}`);
    });
  });
  expect(await exchange(url, POST, limits())).toEqual({
    status: 429,
    text: 'POST application/json {"height":7}',
    retryAfterMs: 2_000,
  });
});

it("uses a connection again, and opens another when the node has closed it", async () => {
  const ports: (number | undefined)[] = [];
  const { url, server } = await serve((request, response) => {
    ports.push(request.socket.remotePort);
    response.end("x");
  });
  const same = limits();
  await exchange(url, POST, same);
  await exchange(url, POST, same);
  expect(ports[1]).toBe(ports[0]);
  // The client sends before it learns of this.
  server.closeAllConnections();
  expect((await exchange(url, POST, same)).text).toBe("x");
  expect(ports[2]).not.toBe(ports[0]);
});

it("closes a connection that nobody uses, and none that waits for an answer", async () => {
  const ports: (number | undefined)[] = [];
  const { url, server } = await serve((request, response) => {
    ports.push(request.socket.remotePort);
    setTimeout(() => response.end("x"), request.url === "/slow" ? 300 : 0);
  });
  const same = { ...limits(), send: openKeepAlive({ connections: 1, idleMs: 100 }) };
  expect((await exchange(new URL("/slow", url), POST, same)).text).toBe("x");
  await expect.poll(() => connectionsOf(server)).toBe(0);
  await exchange(url, POST, same);
  expect(ports[1]).not.toBe(ports[0]);
});

it("says which node is unreachable and why, follows no redirect, and keeps the limits of time and length", async () => {
  const { url, server } = await serve((request, response) => {
    if (request.url === "/away") response.writeHead(302, { location: "/" }).end();
    else if (request.url === "/long") response.end("x".repeat(2_000));
    else response.write("half");
  });
  expect((await exchange(new URL("/away", url), POST, limits())).status).toBe(302);
  await expect(exchange(new URL("/long", url), POST, limits())).rejects.toMatchObject({
    code: "NODE_BAD_ANSWER",
    details: { tooLong: true },
  });
  await expect(exchange(url, POST, limits({ timeoutMs: 50 }))).rejects.toMatchObject({
    code: "NODE_TIMEOUT",
  });
  const stop = new AbortController();
  const stopped = exchange(url, { ...POST, signal: stop.signal }, limits());
  stop.abort(new Error("enough"));
  await expect(stopped).rejects.toThrow("enough");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(exchange(url, POST, limits())).rejects.toMatchObject({
    code: "NODE_UNREACHABLE",
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

it("ends all requests of an aborted signal, and sends none again", async () => {
  let count = 0;
  const { url } = await serve((request, response) => {
    request.resume();
    count += 1;
    if (request.url === "/") response.end("x");
  });
  const same = limits();
  await exchange(url, POST, same);
  const stop = new AbortController();
  const sent = Array.from({ length: 20 }, () =>
    exchange(new URL("/never", url), { ...POST, signal: stop.signal }, same),
  );
  const ends = Promise.allSettled(sent);
  while (count < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort(new Error("enough"));
  for (const end of await ends) expect(end).toMatchObject({ reason: { message: "enough" } });
  await exchange(url, POST, same);
  expect(count).toBe(3);
  await expect(exchange(url, { ...POST, signal: stop.signal }, same)).rejects.toThrow("enough");
});

it("says that the node is unreachable when an answer breaks off", async () => {
  const { url } = await serve((_, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("half", () => response.destroy());
  });
  await expect(exchange(url, POST, limits())).rejects.toMatchObject({ code: "NODE_UNREACHABLE" });
});

it("reads a compressed answer, whose length counts as it is without compression", async () => {
  const { url } = await serve((request, response) => {
    const whole = gzipSync("x".repeat(request.url === "/long" ? 100_000 : 900));
    response.writeHead(200, { "content-encoding": "gzip" });
    if (request.url === "/half") response.end(whole.subarray(0, whole.length / 2));
    else response.end(whole);
  });
  expect((await exchange(url, POST, limits())).text).toBe("x".repeat(900));
  await expect(exchange(new URL("/long", url), POST, limits())).rejects.toMatchObject({
    details: { tooLong: true },
  });
  await expect(exchange(new URL("/half", url), POST, limits())).rejects.toMatchObject({
    code: "NODE_UNREACHABLE",
  });
});
