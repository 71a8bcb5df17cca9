import type { Server } from "node:http";
import { serve } from "@hono/node-server";
import type { Network } from "../contract/data/primary-network";
import { ConfigError } from "../errors";
import type { Log } from "../log";
import { createApp } from "./app";
import { errorBody } from "./middleware/errors";
import { DEFAULT_LIMITS, type RateLimits } from "./middleware/rate-limit";
import { openPrimary } from "./primary";

export interface ServeApiOptions {
  /** File of the primary store; it may come later than the API. */
  storePath: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  version: string;
  /** The name the Data API answers to; by network id unless given. */
  networkName?: Network | undefined;
  /** The node that is indexed, without credentials: shown in the status, never asked. */
  nodeUrl?: string | undefined;
  /** Keys that raise the rate limit. */
  apiKeys?: readonly string[];
  limits?: RateLimits;
  log: Log;
  /** The clock, unix milliseconds. */
  nowMs: () => number;
}

/**
 * Serves the REST API until `close`.
 * @throws ConfigError PORT_BUSY
 */
export async function serveApi(options: ServeApiOptions): Promise<{ url: string; close(): Promise<void> }> {
  const { host, nowMs, log } = options;
  const primary = openPrimary({ path: options.storePath, servedAs: options.networkName, nowMs });
  const app = createApp({
    primary,
    service: { version: options.version, nodeUrl: options.nodeUrl, nowMs },
    apiKeys: options.apiKeys ?? [],
    limits: options.limits ?? DEFAULT_LIMITS,
    log,
  });
  const { server, port } = await listen(app.fetch, options);
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  log.info("serving", { url });
  return {
    url,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await primary.close();
    },
  };
}

type Fetch = Parameters<typeof serve>[0]["fetch"];

async function listen(
  fetch: Fetch,
  { host, port }: { host: string; port: number },
): Promise<{ server: Server; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: host, port }, (info) => {
      server.off("error", reject);
      resolve({ server, port: info.port });
    }) as Server;
    server.once("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EADDRINUSE") return reject(cause);
      const message = `port ${port} of ${host} is taken`;
      reject(new ConfigError("PORT_BUSY", message, { hint: "set FIRN_API_PORT to another port", cause }));
    });
    answerUnreadable(server);
  });
}

/** What Node cannot read as a request (headers too large, rubbish) gets the error body as well. */
function answerUnreadable(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const status =
      error.code === "HPE_HEADER_OVERFLOW" ? 431 : error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const body = errorBody(status, status === 431 ? "the request is too long" : "this is no HTTP request");
    const text = JSON.stringify(body);
    socket.end(
      `HTTP/1.1 ${status} ${body.error}\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    );
  });
}
