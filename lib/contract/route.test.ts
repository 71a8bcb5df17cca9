import { describe, expect, test } from "vitest";
import { z } from "zod";
import { getBlockById, listLatestPrimaryNetworkBlocks } from "./data/primary-network-blocks";
import { listLatestPrimaryNetworkTransactions as listTransactions } from "./data/primary-network-transactions";
import { boundsOf, fillRoute, parseRequest, parseSent } from "./route";
import { findRoute, ROUTES } from "./routes";

const path = { network: "fuji", blockchainId: "p-chain" };
const parse = (query: string) => parseRequest(listTransactions, path, new URLSearchParams(query)).query;

describe("a request is read by its contract", () => {
  test("absent parameters take their defaults", () => {
    expect(parse("")).toEqual({ pageSize: 10, sortOrder: "desc" });
  });

  test("a list may be repeated, comma separated, or both", () => {
    const types = ["BaseTx", "ImportTx", "ExportTx"];
    expect(parse("txTypes=BaseTx&txTypes=ImportTx&txTypes=ExportTx").txTypes).toEqual(types);
    expect(parse("txTypes=BaseTx,ImportTx,ExportTx").txTypes).toEqual(types);
    expect(parse("txTypes=BaseTx%2CImportTx&txTypes=ExportTx").txTypes).toEqual(types);
  });

  test("unknown parameters are left out", () => {
    expect(parse("nonsense=1&__proto__=2&constructor=3")).toEqual({ pageSize: 10, sortOrder: "desc" });
  });

  test.each([
    ["pageSize=0", 'pageSize must be an integer from 1 to 100, not "0"'],
    ["pageSize=101", "pageSize must be an integer from 1 to 100"],
    ["pageSize=1e1", "pageSize must be an integer from 1 to 100"],
    ["pageSize=%207", "pageSize must be an integer from 1 to 100"],
    ["pageSize=-1", "pageSize must be an integer from 1 to 100"],
    ["pageSize=", "pageSize must be an integer from 1 to 100"],
    ["pageSize=1&pageSize=2", 'pageSize must be an integer from 1 to 100, not ["1","2"]'],
    ["startTimestamp=18446744073709551616", "startTimestamp must be unix seconds"],
    ["endTimestamp=-1", "endTimestamp must be unix seconds"],
    ["sortOrder=DESC", 'sortOrder must be asc or desc, by time, not "DESC"'],
    ["txTypes=basetx", "txTypes must be names of transaction types such as BaseTx"],
    ["txTypes=", "txTypes must be names"],
    [
      "l1ValidationId=1x",
      "l1ValidationId must be an L1 validation id: 32 bytes in cb58, or 0x and 64 hex digits",
    ],
    ["addresses=a&addresses=b", "addresses must be up to 64 bech32 addresses"],
    [`addresses=`, "addresses must be up to 64 bech32 addresses"],
    [`sortOrder=${"é".repeat(5000)}`, `not "${"é".repeat(79)}…`],
  ])("%s is refused, naming the parameter and its form", (query, message) => {
    expect(() => parse(query)).toThrow(message);
  });

  test.each([
    ["startTimestamp=5&endTimestamp=2", "startTimestamp must be at most endTimestamp, not 5 with 2"],
    ["endTimestamp=2&startTimestamp=10", "startTimestamp must be at most endTimestamp, not 10 with 2"],
  ])("%s contradicts itself and is refused, naming both", (query, message) => {
    expect(() => parse(query)).toThrow(message);
  });

  test("an empty range does not contradict itself", () => {
    expect(parse("startTimestamp=5&endTimestamp=5")).toMatchObject({ startTimestamp: 5, endTimestamp: 5 });
  });

  test("every route with two bounds refuses them in the wrong order", () => {
    const bounded = Object.values(ROUTES).flatMap((route) =>
      boundsOf(route).map((bounds) => ({ route, ...bounds })),
    );
    const names = new Set(bounded.map(({ least, most }) => `${least} ${most}`));
    expect([...names].sort()).toEqual([
      "minDelegationCapacity maxDelegationCapacity",
      "minFeePercentage maxFeePercentage",
      "minTimeRemaining maxTimeRemaining",
      "minUptimePerformance maxUptimePerformance",
      "startBlock endBlock",
      "startTimestamp endTimestamp",
    ]);
    for (const { route, least, most } of bounded) {
      const query = new URLSearchParams({ [least]: "30", [most]: "4" });
      const bare = { ...route, params: z.object({}), query: route.query.partial() };
      const wrong = () => parseRequest(bare, {}, query);
      expect(wrong).toThrow(`${least} must be at most ${most}, not 30 with 4`);
    }
  });

  test("a value is shown by its outermost layer, however deep it is", () => {
    let deep: unknown = "x";
    for (let depth = 0; depth < 50_000; depth++) deep = [deep];
    const sent = (addresses: unknown) => () => parseSent(ROUTES.getUtxosByAddressesV2, { addresses });
    expect(sent(deep)).toThrow("not a list of other values");
    expect(sent({ a: deep })).toThrow("not an object");
    expect(sent(Array.from({ length: 100_000 }, () => "a"))).toThrow(/not \["a","a",.{60,90}…$/);
  });

  test("several errors are named in one answer", () => {
    expect(() => parse("pageSize=0&sortOrder=up")).toThrow(/pageSize must be .*; sortOrder must be /);
  });
});

describe("a request is written by its contract", () => {
  test("query keys are sorted and lists repeated", () => {
    const url = fillRoute(listTransactions, {
      params: path,
      query: { txTypes: ["BaseTx", "ImportTx"], pageSize: 25, addresses: "P-fuji1a,fuji1b" },
    });
    expect(url).toBe(
      "/v1/networks/fuji/blockchains/p-chain/transactions?addresses=P-fuji1a%2Cfuji1b&pageSize=25&txTypes=BaseTx&txTypes=ImportTx",
    );
  });

  test("a parameter never leaves its segment", () => {
    expect(() => fillRoute(getBlockById, { params: { ...path, blockId: "../../admin" } })).toThrow(
      "blockId must be",
    );
    expect(fillRoute(listLatestPrimaryNetworkBlocks, { params: { ...path, network: "../a?b" } })).toContain(
      "/v1/networks/..%2Fa%3Fb/blockchains/",
    );
  });

  test("written values are read back unchanged", () => {
    const query = { pageSize: 7, before: 12, startTimestamp: 5 };
    const url = new URL(fillRoute(listLatestPrimaryNetworkBlocks, { params: path, query }), "http://firn");
    const match = findRoute(url.pathname);
    expect(match?.route).toBe(listLatestPrimaryNetworkBlocks);
    expect(parseRequest(listLatestPrimaryNetworkBlocks, match?.params ?? {}, url.searchParams)).toEqual({
      params: path,
      query,
    });
  });
});

describe("a path is matched against the contracts", () => {
  test.each([
    "/v1/networks/fuji/blockchains/p-chain/nothing",
    "/v1/networks/fuji/blockchains//blocks",
    "/v1/networks/fuji/blockchains/p-chain/blocks/1/",
    "/v1/chains/",
    "/V1/chains",
    "/ext/admin",
    "",
  ])("%s is not a route", (pathname) => {
    expect(findRoute(pathname)).toBeUndefined();
  });

  test("an encoded slash stays inside its parameter", () => {
    expect(findRoute("/firn/v1/containers/p/..%2f..%2fext%2fadmin")?.params).toEqual({
      chain: "p",
      id: "../../ext/admin",
    });
  });

  test("a malformed percent encoding is the caller's error", () => {
    expect(() => findRoute("/v1/%zz")).toThrow("malformed percent encoding");
  });

  test("each route's path names exactly its parameters, and operation ids are unique", () => {
    const all = Object.values(ROUTES);
    for (const route of all)
      expect([...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1])).toEqual(
        Object.keys(route.params.shape),
      );
    expect(new Set(all.map((route) => route.operationId)).size).toBe(all.length);
  });
});
