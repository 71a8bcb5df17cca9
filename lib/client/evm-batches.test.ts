import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../listen";
import { batchCalls, openBatches } from "./evm-batches";
import type { NodeOptions } from "./node-call";

type Call = { id: number; method: string; params: [number] };
type Reply = (calls: Call | Call[]) => {
  status?: number;
  headers?: Record<string, string>;
  silent?: true;
  body: unknown;
};

/** Like geth: refuses a batch of too many calls as a whole, and single calls beyond the byte limit. */
const geth =
  (mostCalls: number, mostBytes: number): Reply =>
  (calls) => {
    const one = ({ id, params }: Call) => ({ id, result: "x".repeat(params[0]) });
    if (!Array.isArray(calls)) return { body: one(calls) };
    if (calls.length > mostCalls)
      return { body: [{ id: calls[0]?.id, error: { code: -32600, message: "batch too large" } }] };
    let bytes = 0;
    return {
      body: calls.map((call) => {
        bytes += call.params[0];
        return bytes > mostBytes
          ? { id: call.id, error: { code: -32003, message: "response too large" } }
          : one(call);
      }),
    };
  };

let reply: Reply;
let requests = 0;
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    requests += 1;
    const answered = reply(JSON.parse(body));
    if (answered.silent) return;
    response.writeHead(answered.status ?? 200, answered.headers).end(JSON.stringify(answered.body));
  });
});
let url: string;
beforeAll(async () => {
  const origin = await listenOnLoopback(server);
  url = origin;
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const LENGTHS = Array.from({ length: 120 }, (_, i) => i % 50);
const send = (lengths: readonly number[], options: NodeOptions = {}) =>
  openBatches(url, options)(
    lengths.map((length) => ({ method: "x", params: [length] })),
    {},
  );

describe("a batch of calls", () => {
  it.each<[string, Reply]>([
    ["accepts a thousand calls", geth(1000, Number.POSITIVE_INFINITY)],
    ["accepts few calls at once", geth(30, Number.POSITIVE_INFINITY)],
    ["accepts one call at once", geth(1, Number.POSITIVE_INFINITY)],
    ["returns few bytes at once", geth(1000, 900)],
    ["returns fewer bytes at once than one answer has", geth(1000, 20)],
    [
      "answers in any order",
      (calls) => ({ body: [(geth(1e9, 1e9)(calls).body as unknown[]).reverse()].flat() }),
    ],
  ])("is answered whole and in order by a node that %s", async (_, node) => {
    reply = node;
    expect((await send(LENGTHS)).map(({ result }) => String(result).length)).toEqual(LENGTHS);
  });

  it("continues in smaller ones if a proxy refuses it with 413", async () => {
    const inner = geth(1e9, 1e9);
    reply = (calls) => (Array.isArray(calls) && calls.length > 8 ? { status: 413, body: "" } : inner(calls));
    expect(await send(LENGTHS)).toHaveLength(LENGTHS.length);
  });

  it("shrinks if its answer would exceed the limit", async () => {
    reply = geth(1e9, 1e9);
    expect(await send(LENGTHS, { maxBytes: 1_000 })).toHaveLength(LENGTHS.length);
  });

  it("is smaller on a retry to a node that was too slow for it", async () => {
    const inner = geth(1e9, 1e9);
    reply = (calls) =>
      Array.isArray(calls) && calls.length > 70 ? { silent: true, body: "" } : inner(calls);
    const ask = openBatches(url, { timeoutMs: 3_000 });
    const calls = LENGTHS.map((length) => ({ method: "x", params: [length] }));
    await expect(ask(calls, {})).rejects.toThrow(/within 3000 ms/);
    expect(await ask(calls, {})).toHaveLength(LENGTHS.length);
  });

  it("takes few requests if the node returns much at once", async () => {
    reply = geth(1000, 1e9);
    await send(Array(700).fill(1));
    expect(requests).toBe(2);
  });

  it("combines the calls of one turn and signal, each with its own answer or the common failure", async () => {
    reply = geth(1000, 1e9);
    const ask = batchCalls(openBatches(url, {}));
    const { signal } = new AbortController();
    const call = (length: number) => ask({ method: "x", params: [length] }, { signal });
    const answers = await Promise.all([3, 1, 4].map(call));
    expect(answers.map((answer) => String(answer?.result).length)).toEqual([3, 1, 4]);
    expect(requests).toBe(1);
    await Promise.all([1, 2].map((length) => ask({ method: "x", params: [length] }, {})));
    expect(requests).toBe(3);
    reply = () => ({ status: 404, body: "" });
    const failed = await Promise.allSettled([3, 1].map(call));
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });

  it("does not repeat answered calls if the node limits calls, and gets smaller", async () => {
    const asked: number[] = [];
    let left = 20;
    const inner = geth(1e9, 1e9);
    reply = (calls) => {
      const list = Array.isArray(calls) ? calls : [calls];
      asked.push(list.length);
      const answers = [inner(calls).body].flat() as { id: number }[];
      const refused = { error: { code: -32005, message: "too many requests" } };
      return { body: answers.map((answer) => (left-- > 0 ? answer : { id: answer.id, ...refused })) };
    };
    const ask = openBatches(url, {});
    const calls = Array.from({ length: 61 }, (_, i) => ({ method: "x", params: [i + 1] }));
    const answered: number[] = [];
    for (let tries = 0; tries < 10 && answered.length === 0; tries++) {
      left = 20;
      await ask(calls, {}).then(
        (answers) => answered.push(...answers.map(({ result }) => String(result).length)),
        (error) => expect(error).toMatchObject({ code: "NODE_BAD_ANSWER", details: { limited: true } }),
      );
    }
    expect(answered).toEqual(calls.map(({ params }) => params[0]));
    expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThan(61 * 3);
    expect(asked[0]).toBe(61);
    expect(Math.max(...asked.slice(1))).toBeLessThan(30);
  });

  it("waits as long as a node with too many requests asks for", async () => {
    reply = () => ({ status: 429, headers: { "retry-after": "7" }, body: "slow down" });
    const failure = await send(LENGTHS).catch((error: unknown) => error);
    expect(failure).toMatchObject({ details: { limited: true, retryAfterMs: 7_000 } });
  });

  it.each<[string, Reply, RegExp]>([
    ["no JSON-RPC", () => ({ body: { hello: 1 } }), /x was answered with no answer/],
    ["another status", () => ({ status: 404, body: "" }), /x was answered HTTP 404/],
    ["nothing", () => ({ body: [] }), /x was answered with no answer/],
  ])("fails with what was received instead: %s", async (_, node, said) => {
    reply = node;
    await expect(send(LENGTHS)).rejects.toThrow(said);
  });
});
