import { describe, expect, test } from "vitest";
import { openPageTokens } from "./page-token";

const DAY = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 10, 21);
const key = new Uint8Array(32).fill(7);
const query = { endpoint: "listBlocks", chain: "p", start: 5, types: ["BaseTx"], dialect: "seed" };

function at(now: number, secret = key) {
  return openPageTokens(secret, () => now);
}

describe("page tokens", () => {
  const tokens = at(start);

  test.each([0, 1, 65_536 * 110 + 3, Number.MAX_SAFE_INTEGER, -(2 ** 52) + 5])(
    "carry the cursor %d",
    (cursor) => {
      expect(tokens.read(tokens.issue(cursor, query), query)).toBe(cursor);
    },
  );

  test("tell which of several requests they belong to", () => {
    const queries = ["1", "2", "3"].map((evmChainId) => ({ ...query, evmChainId }));
    for (const each of queries)
      expect(tokens.readOneOf(tokens.issue(9, each), queries)).toEqual({ query: each, cursor: 9n });
    const stale = at(start + DAY + 6 * 60_000);
    expect(() => stale.readOneOf(tokens.issue(9, queries[2] ?? {}), queries)).toThrow("older than 24 hours");
    expect(() => tokens.readOneOf(tokens.issue(9, query), queries)).toThrow("does not belong");
  });

  test("are UUIDs of version 8", () => {
    for (let cursor = 0; cursor < 200; cursor++)
      expect(tokens.issue(cursor * 7919, query)).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
  });

  test("are read in any letter case and whatever the order of the request's parameters", () => {
    const token = tokens.issue(42, query);
    const turned = Object.fromEntries(Object.entries(query).reverse());
    expect(tokens.read(token.toUpperCase(), { ...turned, end: undefined })).toBe(42);
  });

  test("are refused when any bit is altered", () => {
    const token = tokens.issue(65_536 * 55, query);
    for (const [index, digit] of [...token].entries()) {
      if (digit === "-") continue;
      for (const mask of [1, 2, 4, 8]) {
        const other = (Number.parseInt(digit, 16) ^ mask).toString(16);
        const altered = token.slice(0, index) + other + token.slice(index + 1);
        expect(() => tokens.read(altered, query), altered).toThrow("pageToken");
      }
    }
  });

  test.each([
    ["another endpoint", { ...query, endpoint: "listTransactions" }],
    ["another chain", { ...query, chain: "x" }],
    ["another filter", { ...query, start: 6 }],
    ["one filter less", { ...query, start: undefined }],
    ["one filter more", { ...query, end: 9 }],
    ["other types", { ...query, types: ["BaseTx", "ImportTx"] }],
    ["another dialect", { ...query, dialect: "sdk" }],
  ])("are refused for %s", (_, other) => {
    expect(() => tokens.read(tokens.issue(1, query), other)).toThrow("does not belong to this request");
  });

  test("are valid for 24 hours, also after a restart and on another replica", () => {
    const token = tokens.issue(9, query);
    expect(at(start + DAY).read(token, query)).toBe(9);
    expect(() => at(start + DAY + 60_000).read(token, query)).toThrow("older than 24 hours");
  });

  test("are read by a replica whose clock is a little behind, but not by one an hour behind", () => {
    expect(at(start - 4 * 60_000).read(tokens.issue(9, query), query)).toBe(9);
    expect(() => at(start - 60 * 60_000).read(tokens.issue(9, query), query)).toThrow("24 hours");
  });

  test("are refused under another store's key", () => {
    expect(() => at(start, new Uint8Array(32)).read(tokens.issue(9, query), query)).toThrow(
      "does not belong",
    );
  });

  test.each(["", "abc", "null", "00000000-0000-0000-0000-000000000000", `${"f".repeat(5000)}`, "é"])(
    "%s is not a token",
    (text) => {
      expect(() => tokens.read(text, query)).toThrow("must be the nextPageToken");
    },
  );
});
