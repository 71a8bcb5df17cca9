import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../../listen";
import type { EvmFacts } from "../../store/bookkeeping/evm-facts";
import { openEvmNodes } from "./evm-node";

/** A node of chain 7 that wants a password and, after it, a key. */
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const given = `${request.headers.authorization} ${request.url}`;
    if (given !== `Basic ${btoa("user:sesame")} /ext/bc/x/rpc?key=1`) return response.writeHead(401).end();
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const answer =
      method === "eth_getBalance" && refusal !== undefined
        ? { id, error: refusal }
        : { id, result: method === "eth_chainId" ? "0x7" : "0x5" };
    response.end(JSON.stringify(answer));
  });
});
let refusal: { code: number; message: string } | undefined;
let url: string;
let facts: EvmFacts;

beforeAll(async () => {
  const origin = await listenOnLoopback(server);
  url = origin;
  facts = { evmChainId: "7", rpcUrl: `${url}/ext/bc/x/rpc` };
});
afterAll(() => server.close());

describe("the node of an EVM chain", () => {
  const withSecrets = (path: string) => url.replace("//", "//user:sesame@") + path;

  it.each(["/?key=1", "/ext/bc/x/rpc?key=1"])("is asked with the credentials given for %s", async (path) => {
    const nodes = openEvmNodes(["http://elsewhere", withSecrets(path)], () => 0);
    expect(await nodes.look(facts)).toEqual({ answers: true, archive: true });
    expect(await nodes.client(facts).getBalance(new Uint8Array(20), 3)).toBe(5n);
  });

  it("does not answer when it serves another chain, wants a password, or is unknown", async () => {
    const nodes = openEvmNodes([withSecrets("?key=1")], () => 0);
    expect(await nodes.look({ ...facts, evmChainId: "8" })).toEqual({ answers: false });
    expect(await openEvmNodes([], () => 0).look(facts)).toEqual({ answers: false });
    expect(await nodes.look({ evmChainId: "7" })).toEqual({ answers: false });
    expect(() => nodes.client({ evmChainId: "7" })).toThrow(/no node of chain 7 is known/);
  });

  it("is asked again after a while, and is not an archive without old state", async () => {
    let nowMs = 0;
    const nodes = openEvmNodes([withSecrets("?key=1")], () => nowMs);
    expect(await nodes.look(facts)).toEqual({ answers: true, archive: true });
    refusal = { code: -32000, message: "missing trie node 0xab (path ) state 0xcd is not available" };
    nowMs += 10_000;
    expect(await nodes.look(facts)).toEqual({ answers: true, archive: true });
    nowMs += 1;
    expect(await nodes.look(facts)).toEqual({ answers: true, archive: false });
    refusal = undefined;
    nowMs -= 3_600_000; // the clock was set back
    expect(await nodes.look(facts)).toEqual({ answers: true, archive: true });
  });

  it("may be an archive when it limits calls", async () => {
    refusal = { code: -32005, message: "rate limited" };
    expect(await openEvmNodes([withSecrets("?key=1")], () => 0).look(facts)).toEqual({ answers: true });
    refusal = undefined;
  });
});
