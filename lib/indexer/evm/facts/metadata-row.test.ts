import { describe, expect, it } from "vitest";
import { LONGEST_DOCUMENT } from "../../../avalanche/evm/nft-metadata";
import type { MediaAnswer } from "../../../client/media";
import type { NftToRead } from "../../../store/queries/evm/nft-metadata";
import { amountColumn, TRANSFER_FORMS } from "../../../store/rows/columns";
import type { NftMetadataTable } from "../../../store/tables/evm/nfts";
import { afterContract, afterFetch, type UriAnswer, unreadMetadata } from "./metadata-row";

const nft: NftToRead = {
  id: 1,
  token_number: amountColumn(7n),
  form: TRANSFER_FORMS.indexOf("erc721"),
  minted_position: 0,
  contract: new Uint8Array(20).fill(1),
  owner: new Uint8Array(20).fill(2),
};
const burned = { ...nft, owner: new Uint8Array(20) };
const multi = { ...nft, form: TRANSFER_FORMS.indexOf("erc1155"), owner: null };
const nowMs = 1_700_000_000_500;
const MINUTE = 60_000;
const URL = "https://example.org/7.json";

const ask = (answer: UriAnswer | string, token = nft, before?: NftMetadataTable) =>
  afterContract(token, before, {
    answer: typeof answer === "string" && answer.includes(":") ? { text: answer } : (answer as UriAnswer),
    nowMs,
  });
const named = (document: string): MediaAnswer => ({ document: new TextEncoder().encode(document) });
const fetched = (row: NftMetadataTable, answer: MediaAnswer) => afterFetch(nft, row, { answer, nowMs });
const fault = (name: "UNREACHABLE_TOKEN_URI" | "THROTTLED_TOKEN_URI" | "METADATA_CONTENT_TOO_LARGE") => ({
  fault: name,
  reason: "",
});

describe("what a contract says of a token's metadata", () => {
  it.each<[string, NftToRead, UriAnswer | string, Partial<NftMetadataTable>]>([
    [
      "a document",
      nft,
      'data:,{"name":"a"}',
      { status: "INDEXED", metadata: '{"name":"a"}', updated_at: 1_700_000_000 },
    ],
    ["no JSON", nft, "data:,<svg/>", { status: "INVALID_METADATA_JSON" }],
    ["a list", nft, "data:,[]", { status: "INVALID_METADATA" }],
    ["a broken URI", nft, "data:;base64,%%%,", { status: "INVALID_TOKEN_URI" }],
    ["another scheme", nft, "file:///etc/passwd", { status: "INVALID_TOKEN_URI_SCHEME" }],
    ["too much", nft, "too long", { status: "METADATA_CONTENT_TOO_LARGE", token_uri: null }],
    ["a long URI", nft, `data:,${"x".repeat(LONGEST_DOCUMENT)}`, { status: "METADATA_CONTENT_TOO_LARGE" }],
    ["nothing for a burned token", burned, "nothing", { status: "MISSING_TOKEN" }],
  ])("given as %s is final", (_, token, answer, expected) => {
    expect(ask(answer, token)).toMatchObject({ ...expected, due_at_ms: null });
  });

  it("at another URI is due there, and UNINDEXED until it is read", () => {
    expect(ask(URL)).toEqual({
      ...unreadMetadata(1),
      token_uri: URL,
      next_from: "http",
      due_at_ms: nowMs,
    });
    expect(ask(`ipfs://${"Q".repeat(46)}/1`)).toMatchObject({ status: "UNINDEXED", next_from: "ipfs" });
    expect(ask(`ar://${"a".repeat(43)}`)).toMatchObject({ status: "UNINDEXED", next_from: "ar" });
  });

  it("has the token's id inserted for ERC-1155, and stays as it is for ERC-721", () => {
    const id = "7".padStart(64, "0");
    expect(ask("https://a/{id}", multi).token_uri).toBe(`https://a/${id}`);
    expect(ask("https://a/{id}").token_uri).toBe("https://a/{id}");
    expect(ask('data:,{"image":"ipfs://{id}"}', multi).metadata).toBe(`{"imageUri":"ipfs://${id}"}`);
  });

  it("has no control characters", () => {
    expect(ask(" https://a/\u0000\n7\ud800 ").token_uri).toBe("https://a/7");
  });

  it("is requested again when there is none, seven times at growing intervals", () => {
    let row = ask("nothing");
    const delays = [];
    for (; row.due_at_ms !== null; row = ask("nothing", nft, row)) {
      expect(row).toMatchObject({ status: "INVALID_TOKEN_URI", next_from: "contract" });
      delays.push((row.due_at_ms - nowMs) / MINUTE);
    }
    expect(delays).toEqual([1, 4, 16, 64, 256, 1024]);
    expect(row.attempts).toBe(7);
    expect(ask('data:,{"name":"a"}', nft, row)).toMatchObject({ status: "INDEXED", attempts: 0 });
  });

  it("is kept while the node has no answer, and requested as long as it takes", () => {
    const indexed = ask('data:,{"name":"a"}');
    let row = ask("unanswered", nft, indexed);
    expect(row).toEqual({ ...indexed, attempts: 1, due_at_ms: nowMs + MINUTE });
    expect(ask("unanswered")).toMatchObject({ status: "UNINDEXED", due_at_ms: nowMs + MINUTE });
    for (let tries = 1; tries < 50; tries++) row = ask("unanswered", nft, row);
    expect(row).toEqual({ ...indexed, attempts: 50, next_from: "contract", due_at_ms: nowMs + 60 * MINUTE });
  });

  it("stays valid until it is read again, unless its URI changed", () => {
    const indexed = fetched(ask(URL), named('{"name":"a"}'));
    expect(ask(URL, nft, indexed)).toEqual({ ...indexed, next_from: "http", due_at_ms: nowMs });
    expect(ask("https://example.org/new", nft, indexed)).toMatchObject({
      status: "UNINDEXED",
      metadata: null,
    });
  });
});

describe("the document at a token's URI", () => {
  it.each<[MediaAnswer, Partial<NftMetadataTable>]>([
    [
      named('{ "name": "a", "more": [] }'),
      {
        status: "INDEXED",
        metadata: '{"name":"a"}',
        updated_at: 1_700_000_000,
        document: '{ "name": "a", "more": [] }',
      },
    ],
    [named("<html>"), { status: "INVALID_METADATA_JSON", metadata: null, document: null }],
    [named("7"), { status: "INVALID_METADATA", metadata: null }],
    [fault("METADATA_CONTENT_TOO_LARGE"), { status: "METADATA_CONTENT_TOO_LARGE" }],
  ])("is final: %j", (answer, expected) => {
    expect(fetched(ask(URL), answer)).toMatchObject({ ...expected, token_uri: URL, due_at_ms: null });
  });

  it.each(["UNREACHABLE_TOKEN_URI", "THROTTLED_TOKEN_URI"] as const)("is tried again when %s", (name) => {
    const first = fetched(ask(URL), fault(name));
    expect(first).toMatchObject({ status: name, next_from: "http", due_at_ms: nowMs + MINUTE });
    let row = first;
    for (let tries = 1; tries < 7; tries++) row = fetched(row, fault(name));
    expect(row).toMatchObject({ status: name, token_uri: URL, due_at_ms: null });
    expect(fetched(first, named("{}"))).toMatchObject({ status: "INDEXED", attempts: 0 });
  });

  it("is kept while it cannot be reached, and dropped once that is given up", () => {
    const indexed = fetched(ask(URL), named('{"name":"a"}'));
    let row = fetched(ask(URL, nft, indexed), fault("UNREACHABLE_TOKEN_URI"));
    expect(row).toMatchObject({ status: "INDEXED", metadata: '{"name":"a"}', attempts: 1 });
    for (let tries = 1; tries < 7; tries++) row = fetched(row, fault("UNREACHABLE_TOKEN_URI"));
    expect(row).toMatchObject({ status: "UNREACHABLE_TOKEN_URI", metadata: null, due_at_ms: null });
  });
});
