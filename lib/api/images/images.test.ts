import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { openMedia } from "../../client/media";
import { listenOnLoopback } from "../../listen";
import { SILENT } from "../../log";
import { IMAGE_MEDIA, type ImageOptions, openImages } from "./images";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
const CID = "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi";
const DAY_MS = 24 * 60 * 60_000;

const closing: (() => Promise<unknown> | undefined)[] = [];
const folders: string[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A source of images that counts its requests. */
async function serve(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  const origin = await listenOnLoopback(server);
  closing.push(
    async () => server.closeAllConnections(),
    async () => server.close(),
  );
  return { origin: origin, asked };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firn-images-"));
  folders.push(folder);
  return folder;
}

function open(origin: string, options: Partial<ImageOptions> = {}) {
  const rules = { http: true, ipfs: origin };
  const images = openImages({
    media: openMedia(rules, { ...IMAGE_MEDIA, trusted: [origin] }),
    folder: newFolder(),
    nowMs: Date.now,
    log: SILENT,
    ...options,
  });
  closing.push(async () => images.close());
  return images;
}

const send =
  (body: string | Uint8Array, type = "image/png"): RequestListener =>
  (_, response) =>
    response.writeHead(200, { "content-type": type }).end(body);

describe("an image that a token names", () => {
  it("is fetched once for all requests, and stays when its source has lost it", async () => {
    let gone = false;
    const { origin, asked } = await serve((request, response) =>
      gone ? response.writeHead(410).end() : send(PNG)(request, response),
    );
    let now = Date.now();
    const options = { folder: newFolder(), nowMs: () => now };
    const images = open(origin, options);
    const uri = `${origin}/7.png`;
    const [one, other] = await Promise.all([images.read(uri), images.read(uri)]);
    expect(one).toEqual({ type: "image/png", bytes: PNG });
    expect(other).toEqual(one);
    gone = true;
    now += DAY_MS - 60_000;
    expect((await open(origin, options).read(uri)).bytes).toEqual(PNG);
    expect(asked).toEqual(["/7.png"]);
    now += 120_000;
    expect((await images.read(uri)).bytes).toEqual(PNG);
    expect((await images.read(uri)).bytes).toEqual(PNG);
    expect(asked).toEqual(["/7.png", "/7.png"]);
  });

  it("named by its content is never fetched again", async () => {
    const { origin, asked } = await serve(send(PNG));
    let now = Date.now();
    const images = open(origin, { nowMs: () => now });
    await images.read(`ipfs://${CID}/7.png`);
    now += 100 * DAY_MS;
    await images.read(`ipfs://${CID}/7.png`);
    expect(asked).toEqual([`/ipfs/${CID}/7.png`]);
  });

  it("has the type of its bytes, whatever its server calls it", async () => {
    const bytes: [Uint8Array, string][] = [
      [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg"],
      [Buffer.from("GIF89a<script>alert(1)</script>"), "image/gif"],
      [Buffer.from("RIFF\n\0\0\0WEBPVP8 "), "image/webp"],
      [Buffer.from("\0\0\0\x1cftypavif"), "image/avif"],
    ];
    for (const [body, type] of bytes) {
      const { origin } = await serve(send(body, "text/html"));
      expect((await open(origin).read(`${origin}/`)).type).toBe(type);
    }
  });

  it("embedded in the metadata is not fetched", async () => {
    const images = open("http://127.0.0.1:1", { media: undefined });
    expect(await images.read(`data:image/png;base64,${PNG.toString("base64")}`)).toEqual({
      type: "image/png",
      bytes: new Uint8Array(PNG),
    });
    await expect(images.read("data:image/svg+xml,<svg/>")).rejects.toThrow(
      "the metadata has something other than PNG",
    );
  });
});

describe("there is no image", () => {
  it.each<[string, RequestListener, string]>([
    [
      "a page that claims to be one",
      send("<html><script>alert(1)</script>"),
      "gave something other than PNG, JPEG, GIF, WebP",
    ],
    [
      "an SVG",
      send("<svg><script>alert(1)</script></svg>", "image/svg+xml"),
      "gave something other than PNG",
    ],
    ["nothing", send(""), "gave something other than PNG"],
    ["404", (_, response) => response.writeHead(404).end(PNG), "answered 404"],
    ["410", (_, response) => response.writeHead(410).end(), "answered 410"],
    ["429", (_, response) => response.writeHead(429).end(), "answered 429"],
    ["100 MB", sendLong, "is longer than 8 MiB"],
    [
      "a redirect to an inside address",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "did not answer",
    ],
  ])("is missing where the source has %s, and is not fetched again at once", async (_, answer, why) => {
    const { origin, asked } = await serve(answer);
    let now = Date.now();
    const folder = newFolder();
    const images = open(origin, { nowMs: () => now, folder });
    const uri = `${origin}/`;
    const refusal = { code: "NOT_FOUND", message: expect.stringContaining(why) };
    await expect(images.read(uri)).rejects.toMatchObject(refusal);
    await expect(images.read(uri)).rejects.toMatchObject(refusal);
    expect(asked).toHaveLength(1);
    now += DAY_MS;
    await expect(images.read(uri)).rejects.toThrow(why);
    expect(asked).toHaveLength(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is missing while the source is slow, and there once it has arrived", async () => {
    let release = () => {};
    const { origin, asked } = await serve((_, response) => {
      response.writeHead(200).write(PNG.subarray(0, 4));
      release = () => response.end(PNG.subarray(4));
    });
    const images = open(origin, { timeoutMs: 50 });
    const late = {
      message: expect.stringContaining("still being fetched"),
      hint: expect.stringContaining("again"),
    };
    await expect(images.read(`${origin}/`)).rejects.toMatchObject(late);
    await expect(images.read(`${origin}/`)).rejects.toMatchObject(late);
    release();
    await expect.poll(() => images.read(`${origin}/`)).toMatchObject({ type: "image/png" });
    expect(asked).toHaveLength(1);
  });

  it("is not fetched from where the operator forbids it, and gateways stay secret", async () => {
    const images = open("http://127.0.0.1:1");
    await expect(images.read("ar://abc")).rejects.toThrow("the image's address is malformed");
    await expect(images.read(`ar://${"a".repeat(43)}`)).rejects.toMatchObject({
      message: expect.stringContaining("Firn does not fetch from ar:"),
      hint: "FIRN_MEDIA lists the allowed sources",
    });
    await expect(images.read(`ipfs://${CID}`)).rejects.toThrow("ipfs: did not answer");
    await expect(open("http://a", { media: undefined }).read("https://example.org/a")).rejects.toThrow(
      "Firn does not fetch from example.org",
    );
    await expect(images.read(`http://a/${"b".repeat(2000)}`)).rejects.toThrow("is too long");
    await expect(images.read("javascript:alert(1)")).rejects.toThrow("the image's address is malformed");
  });

  it("is refused while too many others are being fetched", async () => {
    const { origin } = await serve(() => {});
    const images = open(origin);
    const codes = Array.from({ length: 16 + 256 + 1 }, (_, i) =>
      images.read(`${origin}/${i}`).catch(({ code }) => code),
    );
    // Which requests come last is open: each looks for a copy first.
    expect(await Promise.race(codes)).toBe("RATE_LIMITED");
    images.close();
    const refused = (await Promise.all(codes)).toSorted();
    expect(refused).toEqual([...new Array(16 + 256).fill("NOT_FOUND"), "RATE_LIMITED"]);
  });
});

it("copies never exceed their limit: the oldest are deleted", async () => {
  const { origin } = await serve(send(Buffer.concat([PNG, Buffer.alloc(10_000)])));
  const folder = newFolder();
  writeFileSync(join(folder, "unfinished"), Buffer.alloc(30_000));
  const images = open(origin, { folder, maxBytes: 50_000 });
  const sizeOf = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  for (let i = 0; i < 12; i++) {
    await images.read(`${origin}/${i}`);
    expect(sizeOf()).toBeLessThanOrEqual(50_000);
  }
  expect(sizeOf()).toBeGreaterThan(20_000);
  expect(readdirSync(folder)).not.toContain("unfinished");
});

/** More than anyone would keep, until the connection ends. */
function sendLong(_: unknown, response: ServerResponse): void {
  const more = () => {
    while (response.write(Buffer.alloc(65_536)));
  };
  response.on("drain", more);
  more();
}
