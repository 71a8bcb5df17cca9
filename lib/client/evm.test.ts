import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../listen";
import { type EvmClient, lacksState, openEvm } from "./evm";

type Reply = { result: unknown } | { error: { code: number; message: string } };

/** A node that gives the same answer to everything. */
let reply: Reply = { result: null };
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { id } = JSON.parse(body) as { id: number };
  response.end(JSON.stringify({ id, ...reply }));
});
let client: EvmClient;
let origin: string;
beforeAll(async () => {
  origin = await listenOnLoopback(server);
});
beforeEach(() => {
  client = openEvm(origin, { patienceMs: 0 });
});
afterAll(() => server.close());

const ADDRESS = new Uint8Array(20);
const refusal = (code: number, message: string): Reply => ({ error: { code, message } });

describe("what an EVM node reports about itself", () => {
  it.each([null, "", "0x", 7, true, "7", "0x-1", "0x1.5", {}, []])(
    "is not a number if it is %j",
    async (result) => {
      reply = { result };
      await expect(client.getHead()).rejects.toMatchObject({ code: "NODE_BAD_ANSWER" });
      await expect(client.getEvmChainId()).rejects.toMatchObject({ code: "NODE_BAD_ANSWER" });
    },
  );

  it("may be 0 for a height, but not for a chain id", async () => {
    reply = { result: "0x0" };
    expect(await client.getHead()).toBe(0);
    await expect(client.getEvmChainId()).rejects.toMatchObject({ code: "NODE_BAD_ANSWER" });
    reply = { result: "0xA86A" };
    expect(await client.getEvmChainId()).toBe(43_114);
  });

  it.each([
    [-32000, "missing trie node ab12 (path 0f) state 0xcd is not available", true],
    [-32000, "required historical state unavailable (reexec=128)", true],
    [-32000, "header not found", true],
    [-32005, "rate limited", false],
    [-32000, "request timed out", false],
    [-32603, "internal error", false],
  ])("says that it lacks state by its message only: %i %s", async (code, message, lacks) => {
    reply = refusal(code, message);
    expect(lacksState(await client.getBalance(ADDRESS, 1).catch((error) => error))).toBe(lacks);
  });
});

describe("a node that limits requests", () => {
  const BLOCK = { height: 1, txHashes: [ADDRESS] };

  it.each([
    [-32005, "limit exceeded"],
    [-32016, "over rate limit"],
    [-32000, "rate limit exceeded"],
    [-32603, "Too many requests, please slow down"],
    [429, "Your app has exceeded its compute units per second capacity"],
    [-32029, "daily quota used up"],
  ])("says so about every question, and nothing else: %i %s", async (code, message) => {
    reply = refusal(code, message);
    for (const ask of [
      () => client.getTraces([BLOCK]),
      () => client.getReceipts([BLOCK]),
      () => client.callContract(ADDRESS, ADDRESS),
      () => client.getBalance(ADDRESS, 1),
      () => client.getHead(),
    ])
      await expect(ask()).rejects.toMatchObject({ code: "NODE_LIMITED", message: /limits requests: / });
  });

  it.each([
    [-32601, "the method debug_traceBlockByNumber does not exist/is not available"],
    [-32004, "Method not supported"],
    [-32600, "debug_traceBlockByNumber is not available on the Free tier - upgrade to Pay As You Go"],
    [-32000, "unsupported method: eth_getBlockReceipts"],
    [-32053, "Archive, Debug and Trace requests are not available on your current plan"],
  ])("is another than one that lacks a method: %i %s", async (code, message) => {
    reply = refusal(code, message);
    expect(await client.getTraces([BLOCK])).toBeUndefined();
  });

  it.each([
    [-32000, "historical state not available in path scheme yet"],
    [-32000, "missing trie node ab12 (path 0f) state 0xcd is not available"],
    [-32603, "could not trace block: state is not available"],
    [-32000, "request timed out"],
  ])("is another than one that cannot trace a block: %i %s", async (code, message) => {
    reply = refusal(code, message);
    expect(await client.getTraces([BLOCK])).toEqual([{ refused: message }]);
  });

  it("does not fail a contract, and a contract that names a limit is no limit", async () => {
    reply = refusal(3, "execution reverted: rate limit exceeded");
    expect(await client.callContract(ADDRESS, ADDRESS)).toBeUndefined();
    reply = refusal(-32005, "execution reverted by the rate limit");
    await expect(client.callContract(ADDRESS, ADDRESS)).rejects.toMatchObject({ code: "NODE_LIMITED" });
  });
});

describe("a contract that is called", () => {
  const call = () => client.callContract(ADDRESS, ADDRESS);

  it.each([
    [3, "execution reverted: nonexistent"],
    [-32000, "execution reverted"],
    [-32000, "out of gas"],
    [-32000, "invalid opcode: INVALID"],
    [-32000, "stack underflow (0 <=> 2)"],
  ])("failed if the EVM says so: %i %s", async (code, message) => {
    reply = refusal(code, message);
    expect(await call()).toBeUndefined();
  });

  it.each([
    refusal(-32005, "rate limited"),
    refusal(-32000, "missing trie node"),
    refusal(-32000, "execution aborted (timeout = 5s)"),
    refusal(-32603, "buffer overflow in the proxy"),
    { result: null },
    { result: "0x1" },
    { result: "coin" },
  ])("did not fail if the node cannot say: %j", async (given) => {
    reply = given;
    await expect(call()).rejects.toMatchObject({ code: expect.stringMatching(/^NODE_/) });
  });

  it("returned nothing if the answer is 0x", async () => {
    reply = { result: "0x" };
    expect(await call()).toEqual(new Uint8Array());
  });
});
