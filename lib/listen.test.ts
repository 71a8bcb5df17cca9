import { createServer, type Server } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { listen, listenOnLoopback } from "./listen";

const LOOPBACK = { host: "127.0.0.1", port: 0 };

function openServer(): Server {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

/** A server that fails as the system would: not every machine refuses what these need. */
function failing(code: string): Server {
  const server = openServer();
  server.listen = () => {
    queueMicrotask(() => server.emit("error", Object.assign(new Error(code), { code })));
    return server;
  };
  return server;
}

it("gives the port that was free, or the one that was asked for", async () => {
  const first = openServer();
  const port = await listen(first, LOOPBACK, "A_PORT");
  expect(port).toBeGreaterThan(0);
  await new Promise((resolve) => first.close(resolve));
  expect(await listen(openServer(), { ...LOOPBACK, port }, "A_PORT")).toBe(port);
});

it("gives the origin of a port on loopback", async () => {
  expect(await listenOnLoopback(openServer())).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

it("names the setting when the port is in use", async () => {
  const port = await listen(openServer(), LOOPBACK, "A_PORT");
  await expect(listen(openServer(), { ...LOOPBACK, port }, "A_PORT")).rejects.toMatchObject({
    code: "PORT_BUSY",
    message: `port ${port} on 127.0.0.1 is in use`,
    hint: "stop what listens there, or set A_PORT to another port",
  });
});

it.each([
  ["EACCES", "port 80 may not be opened by this user", "set A_PORT to a port above 1023"],
  ["EADDRNOTAVAIL", "127.0.0.1 is no address of this machine", /^set FIRN_HOST/],
  ["ENOTFOUND", "127.0.0.1 is no address of this machine", /^set FIRN_HOST/],
])("says what to do about %s", async (code, message, hint) => {
  const refused = listen(failing(code), { ...LOOPBACK, port: 80 }, "A_PORT");
  await expect(refused).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message,
    hint: expect.stringMatching(hint),
  });
});

it("passes on what it does not know, and leaves other listeners alone", async () => {
  await expect(listen(failing("EMFILE"), LOOPBACK, "A_PORT")).rejects.toMatchObject({ code: "EMFILE" });
  const server = openServer();
  const heard: unknown[] = [];
  server.on("error", (error) => heard.push(error));
  await listen(server, LOOPBACK, "A_PORT");
  server.emit("error", new Error("later"));
  expect(heard).toHaveLength(1);
});
