import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_DOCUMENT, readMetadata, readTokenUri, substituteTokenId } from "./nft-metadata";

const CID = "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG";
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (value: unknown, tokenId?: bigint) => readMetadata(bytes(JSON.stringify(value)), tokenId);

describe("a token URI", () => {
  it.each<[string, unknown]>([
    ["https://example.org/1.json", { scheme: "http", url: "https://example.org/1.json" }],
    ["HTTP://example.org", { scheme: "http", url: "HTTP://example.org" }],
    [`ipfs://${CID}/1.json#a`, { scheme: "ipfs", root: CID, path: "/1.json" }],
    [`ipfs://ipfs/${CID}`, { scheme: "ipfs", root: CID, path: "" }],
    [`ar://${"a-_".padEnd(43, "x")}/1`, { scheme: "ar", root: "a-_".padEnd(43, "x"), path: "/1" }],
    ["", { fault: "INVALID_TOKEN_URI" }],
    ["12.json", { fault: "INVALID_TOKEN_URI" }],
    ["http://", { fault: "INVALID_TOKEN_URI" }],
    ["https://[::1", { fault: "INVALID_TOKEN_URI" }],
    ["ipfs://../../api/v0/id", { fault: "INVALID_TOKEN_URI" }],
    ["ar://short", { fault: "INVALID_TOKEN_URI" }],
    ["data:application/json;base64", { fault: "INVALID_TOKEN_URI" }],
    ["data:application/json;base64,e30=!", { fault: "INVALID_TOKEN_URI" }],
    ["file:///etc/passwd", { fault: "INVALID_TOKEN_URI_SCHEME" }],
    ["javascript:alert(1)", { fault: "INVALID_TOKEN_URI_SCHEME" }],
    ["constructor:x", { fault: "INVALID_TOKEN_URI_SCHEME" }],
  ])("%s is read", (text, expected) => {
    expect(readTokenUri(text)).toEqual(expected);
  });

  it.each([
    `data:application/json;base64,${Buffer.from('{"name":"é#1"}').toString("base64")}`,
    `data:application/json;base64,${Buffer.from('{"name":"é#1"}').toString("base64url")}`,
    `data:application/json,${encodeURIComponent('{"name":"é#1"}')}`,
    'data:application/json;utf8,{"name":"é#1"}',
  ])("%s contains its document", (text) => {
    const uri = readTokenUri(text);
    const document = "document" in uri ? uri.document : bytes("");
    expect(readMetadata(document, undefined)).toEqual({ status: "INDEXED", metadata: { name: "é#1" } });
  });

  it("keeps a percent sign that escapes nothing", () => {
    const uri = readTokenUri('data:,{"name":"100%"}');
    expect("document" in uri && new TextDecoder().decode(uri.document)).toBe('{"name":"100%"}');
  });

  it("of an ERC-1155 contains its token's id in hex", () => {
    expect(substituteTokenId("https://a/{id}.json", 314592n)).toBe(
      `https://a/${"4cce0".padStart(64, "0")}.json`,
    );
    expect(substituteTokenId("{id}", 2n ** 256n - 1n)).toBe("f".repeat(64));
  });

  it("never throws, and a document of any bytes has a status", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.uint8Array(), (text, document) => {
        for (const scheme of ["", "data:", "data:;base64,", "ipfs://", "ar://", "http://"])
          readTokenUri(scheme + text);
        expect(readMetadata(document, 1n).status).toMatch(/^(INDEXED|INVALID_METADATA(_JSON)?)$/);
      }),
    );
  });

  it("returns any document it contains, in base64 and escaped", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (document) => {
        const escaped = [...document].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
        for (const text of [`data:;base64,${Buffer.from(document).toString("base64")}`, `data:,${escaped}`])
          expect(readTokenUri(text)).toEqual({ scheme: "data", document });
      }),
    );
  });
});

describe("a document", () => {
  it("maps the names that marketplaces use to the public ones", () => {
    const metadata = {
      name: "Wolf {id}",
      symbol: "W",
      image_url: "ipfs://x",
      description: "two\nlines",
      animation_url: "https://a/b.mp4",
      external_url: "https://a",
      background_color: "ffffff",
      attributes: [{ trait_type: "Fur", value: "Grey" }],
      properties: { a: 1 },
      decimals: 18,
      other: 1,
    };
    expect(read(metadata, 1n)).toEqual({
      status: "INDEXED",
      metadata: {
        name: `Wolf ${"1".padStart(64, "0")}`,
        symbol: "W",
        imageUri: "ipfs://x",
        description: "two\nlines",
        animationUri: "https://a/b.mp4",
        externalUrl: "https://a",
        background: "ffffff",
        attributes: '[{"trait_type":"Fur","value":"Grey"}]',
        properties: '{"a":1}',
        decimals: 18,
      },
    });
  });

  it.each<[string, unknown]>([
    ["[]", { status: "INVALID_METADATA" }],
    ["7", { status: "INVALID_METADATA" }],
    ["null", { status: "INVALID_METADATA" }],
    ['"text"', { status: "INVALID_METADATA" }],
    ["", { status: "INVALID_METADATA_JSON" }],
    ["<html>", { status: "INVALID_METADATA_JSON" }],
    ['{"name":', { status: "INVALID_METADATA_JSON" }],
    ["{}", { status: "INDEXED", metadata: {} }],
    ['{"name":7,"image":{},"attributes":"x","decimals":1.5}', { status: "INDEXED", metadata: { name: "7" } }],
    ['{"name":1e400,"description":-1e999}', { status: "INDEXED", metadata: {} }],
    ['{"name":"a\\u0000\\ud800\\u202eb","description":" "}', { status: "INDEXED", metadata: { name: "ab" } }],
    ['{"__proto__":{"name":"x"}}', { status: "INDEXED", metadata: {} }],
  ])("%s has the right status", (text, expected) => {
    expect(readMetadata(bytes(text), undefined)).toEqual(expected);
  });

  it("may nest as deep as it is long", () => {
    const depth = LONGEST_DOCUMENT / 4;
    const text = `{"name":"n","attributes":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect(readMetadata(bytes(text), undefined)).toMatchObject({ metadata: { name: "n" } });
  });

  it("may not grow through its {id}s", () => {
    const name = "{id}".repeat(LONGEST_DOCUMENT / 8);
    expect(read({ name }, 1n)).toEqual({ status: "METADATA_CONTENT_TOO_LARGE" });
  });
});
