import { createServer, type RequestListener, type Server } from "node:http";
import type { LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../listen";
import { type MediaOptions, type MediaRules, openMedia } from "./media";
import { isPublicAddress } from "./public-address";

const CID = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
const HTTP: MediaRules = { http: true };
const never = new AbortController().signal;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves on loopback. Returns the origin. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  const origin = await listenOnLoopback(server);
  return origin;
}

function read(url: string, options: MediaOptions = {}, rules = HTTP) {
  return openMedia(rules, options).read({ scheme: "http", url }, never);
}

/** Reads from a server that tests may reach. */
async function readFrom(answer: RequestListener, options: MediaOptions = {}) {
  const origin = await serve(answer);
  return read(`${origin}/1.json`, { trusted: [origin], ...options });
}

const text = (answer: unknown) => new TextDecoder().decode((answer as { document: Uint8Array }).document);

describe("a public address", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::a00:1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "100::1",
    "localhost",
    "",
    "1.2.3",
  ])("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(["8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "169.253.1.1", "2606:4700::1111"])(
    "is %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe("what token metadata names", () => {
  it("is fetched", async () => {
    expect(text(await readFrom((_, response) => response.end('{"name":"a"}')))).toBe('{"name":"a"}');
  });

  it("is not fetched from this machine or its networks, in any form of their addresses", async () => {
    let requests = 0;
    const origin = await serve((_, response) => response.end(String(++requests)));
    const { port } = new URL(origin);
    const hosts = ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "0", "[::1]", "[::ffff:127.0.0.1]"];
    for (const host of [...hosts, "169.254.169.254", "127.0.0.1.", "user:password@127.0.0.1"]) {
      expect(await read(`http://${host}:${port}/`), host).toMatchObject({ fault: "UNREACHABLE_TOKEN_URI" });
    }
    expect(requests).toBe(0);
  });

  it("is not fetched if its name resolves to a private address: the address checked is the one connected to", async () => {
    let requests = 0;
    let lookups = 0;
    const origin = await serve((_, response) => response.end(String(++requests)));
    const { port } = new URL(origin);
    const lookup: LookupFunction = (_, options, callback) => {
      lookups += 1;
      if (options.all) callback(null, [{ address: "127.0.0.1", family: 4 }]);
      else callback(null, "127.0.0.1", 4);
    };
    const refused = { reason: "example.test has no public address" };
    expect(await read(`http://example.test:${port}/`, { lookup })).toMatchObject(refused);
    const location = `http://example.test:${port}/`;
    const redirecting: RequestListener = (_, response) => response.writeHead(302, { location }).end();
    expect(await readFrom(redirecting, { lookup })).toMatchObject(refused);
    expect([requests, lookups]).toEqual([0, 2]);
  });

  it("is not fetched if a redirect leads to a private network", async () => {
    const secret = await serve((_, response) => response.end("secret"));
    for (const location of [`${secret}/`, "http://169.254.169.254/latest/meta-data", "file:///etc/passwd"]) {
      const answer = await readFrom((_, response) => response.writeHead(302, { location }).end());
      expect(answer, location).toMatchObject({ fault: "UNREACHABLE_TOKEN_URI" });
    }
  });

  it("is fetched through a few redirects", async () => {
    const redirecting: RequestListener = (request, response) => {
      const left = Number(request.url?.slice(1, 2));
      if (left === 0) response.end("there");
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    };
    const origin = await serve(redirecting);
    expect(text(await read(`${origin}/3`, { trusted: [origin] }))).toBe("there");
    expect(await read(`${origin}/4`, { trusted: [origin] })).toMatchObject({
      fault: "UNREACHABLE_TOKEN_URI",
      reason: expect.stringContaining("more than 3 times"),
    });
  });

  it("is abandoned if it is too long, compressed or not, or too slow", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * 1024 * 1024));
    const tooLarge = { fault: "METADATA_CONTENT_TOO_LARGE" };
    expect(await readFrom((_, response) => response.end(Buffer.alloc(300_000)))).toMatchObject(tooLarge);
    expect(
      await readFrom((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)),
    ).toMatchObject(tooLarge);
    const endless: RequestListener = (_, response) => {
      const more = () => response.write(Buffer.alloc(65_536)) && setImmediate(more);
      response.on("drain", more);
      more();
    };
    expect(await readFrom(endless)).toMatchObject(tooLarge);
    const unreachable = { fault: "UNREACHABLE_TOKEN_URI" };
    const slow = { timeoutMs: 100 };
    expect(await readFrom(() => {}, slow)).toMatchObject(unreachable);
    expect(await readFrom((_, response) => response.write("{"), slow)).toMatchObject(unreachable);
  });

  it("is decompressed", async () => {
    const packed = gzipSync('{"name":"a"}');
    const answer = await readFrom((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(packed),
    );
    expect(text(answer)).toBe('{"name":"a"}');
  });

  it.each([
    [429, "THROTTLED_TOKEN_URI"],
    [404, "UNREACHABLE_TOKEN_URI"],
    [500, "UNREACHABLE_TOKEN_URI"],
    [204, "UNREACHABLE_TOKEN_URI"],
    [304, "UNREACHABLE_TOKEN_URI"],
  ])("answered with %i is %s", async (status, fault) => {
    expect(await readFrom((_, response) => response.writeHead(status).end())).toMatchObject({ fault });
  });

  it("that does not speak HTTP, or breaks off, is unreachable", async () => {
    const broken: RequestListener = (_, response) => response.socket?.end("220 smtp ready\r\n");
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{");
      response.socket?.end();
    };
    const badGzip: RequestListener = (_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip");
    for (const answer of [broken, cut, badGzip]) {
      expect(await readFrom(answer)).toMatchObject({ fault: "UNREACHABLE_TOKEN_URI" });
    }
  });

  it("behind a gateway is fetched through that alone, wherever it is", async () => {
    const asked: string[] = [];
    const gateway = await serve((request, response) => response.end(String(asked.push(request.url ?? ""))));
    const media = openMedia({ http: true, ipfs: `${gateway}/`, ar: gateway });
    const id = "a".repeat(43);
    await media.read({ scheme: "ipfs", root: CID, path: "/a b.json?x" }, never);
    await media.read({ scheme: "ar", root: id, path: "" }, never);
    expect(asked).toEqual([`/ipfs/${CID}/a%20b.json?x`, `/${id}`]);
    for (const path of ["/../../api/v0/id", "/%2e%2e/%2E%2E/api", "/..\\..\\api"]) {
      const answer = await media.read({ scheme: "ipfs", root: CID, path }, never);
      expect(answer, path).toMatchObject({ reason: expect.stringContaining("leads out") });
    }
    expect(await media.read({ scheme: "http", url: `${gateway}/ipfs/${CID}` }, never)).toHaveProperty(
      "fault",
    );
    expect(asked).toHaveLength(2);
  });

  it("is abandoned as soon as Firn stops", async () => {
    const stop = new AbortController();
    const origin = await serve(() => stop.abort(new Error("stopped")));
    const reading = openMedia(HTTP, { trusted: [origin] }).read({ scheme: "http", url: origin }, stop.signal);
    await expect(reading).rejects.toThrow("stopped");
  });
});
