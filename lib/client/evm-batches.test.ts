import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenOnLoopback } from "../listen";
import { batchCalls, openBatches } from "./evm-batches";
import type { NodeOptions } from "./node-call";
import { Pace } from "./pace";

type Call = { id: number; method: string; params: [number] };
type Reply = (calls: Call | Call[]) => {
  status?: number;
  headers?: Record<string, string>;
  silent?: true;
  delayMs?: number;
  whenSent?: () => void;
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
    setTimeout(() => {
      answered.whenSent?.();
      response.writeHead(answered.status ?? 200, answered.headers).end(JSON.stringify(answered.body));
    }, answered.delayMs);
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

/** A pace whose clock moves by its pauses only. */
function paceWithClock(onPause: (ms: number) => void = () => {}): Pace {
  let nowMs = 0;
  return new Pace({
    now: () => nowMs,
    sleep: async (ms) => {
      onPause(ms);
      nowMs += ms;
    },
  });
}

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
    const calls = Array.from({ length: 61 }, (_, i) => ({ method: "x", params: [i + 1] }));
    const answers = await openBatches(url, {
      // Each pause is long enough for twenty more calls.
      pace: paceWithClock(() => {
        left = 20;
      }),
    })(calls, {});
    expect(answers.map(({ result }) => String(result).length)).toEqual(calls.map(({ params }) => params[0]));
    expect(asked.reduce((sum, count) => sum + count, 0)).toBeLessThan(61 * 3);
    expect(asked[0]).toBe(61);
    expect(Math.max(...asked.slice(1))).toBeLessThan(61 / 2);
  });

  it("waits as long as a node with too many requests asks for, or reports it", async () => {
    const pauses: number[] = [];
    const pace = () => paceWithClock((ms) => pauses.push(ms));
    reply = () =>
      pauses.length === 0
        ? { status: 429, headers: { "retry-after": "7" }, body: "slow down" }
        : geth(1000, 1e9)({ id: 0, method: "x", params: [3] });
    expect(await send([3], { pace: pace() })).toMatchObject([{ result: "xxx" }]);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(7_000);
    pauses.length = 0;
    const failure = await send([3], { pace: pace(), patienceMs: 5_000 }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "NODE_LIMITED", details: { retryAfterMs: 7_000 } });
    expect(pauses).toEqual([]);
  });

  const one = (code: number, message: string): Reply => {
    const inner = geth(5, 1e9);
    return (calls) =>
      Array.isArray(calls) && calls.length > 5
        ? { body: { jsonrpc: "2.0", id: null, error: { code, message } } }
        : inner(calls);
  };

  it.each<[string, Reply, number]>([
    ["one error: batch size too large", one(-32600, "batch size too large"), 5],
    ["one error with the code of a rate limit", one(-32005, "too many requests in batch"), 5],
    ["one error that says nothing", one(-32603, "internal error"), 5],
    ["one error that takes batches for a method", one(-32601, "batch requests are not supported"), 5],
    ...[400, 403, 413].map((status): [string, Reply, number] => [
      `HTTP ${status}`,
      (calls) => (Array.isArray(calls) ? { status, body: "" } : geth(5, 1e9)(calls)),
      1,
    ]),
    ["a text", (calls) => (Array.isArray(calls) ? { body: "batches?" } : geth(5, 1e9)(calls)), 1],
    [
      "an error with a status of its own",
      (calls) => ({
        ...one(-32600, "batch limit")(calls),
        status: Array.isArray(calls) && calls.length > 5 ? 400 : 200,
      }),
      5,
    ],
  ])("finds how many calls a node accepts that answers with %s, and keeps to it", async (_, node, most) => {
    reply = node;
    const ask = openBatches(url, { pace: paceWithClock() });
    for (let time = 0; time < 5; time++)
      expect(
        await ask(
          LENGTHS.map((length) => ({ method: `x${time}`, params: [length] })),
          {},
        ),
      ).toHaveLength(LENGTHS.length);
    const before = requests;
    await ask(
      LENGTHS.map((length) => ({ method: "y", params: [length] })),
      {},
    );
    expect(requests - before).toBe(LENGTHS.length / most);
  });

  it("is as large as before once a node that refused single calls too answers again", async () => {
    const ask = openBatches(url, {});
    const calls = LENGTHS.map((length) => ({ method: "x", params: [length] }));
    reply = () => ({ status: 403, body: "invalid host specified" });
    await expect(ask(calls, {})).rejects.toThrow("HTTP 403");
    reply = geth(1000, 1e9);
    requests = 0;
    await ask(calls, {});
    expect(requests).toBe(1);
  });

  it.each([1, 5])(
    "of %i calls is sent beside others of its size if the node takes no larger ones",
    async (most) => {
      const inner = geth(most, 1e9);
      let underWay = 0;
      let atOnce = 0;
      reply = (calls) => {
        const isTaken = !Array.isArray(calls) || calls.length <= most;
        if (isTaken) atOnce = Math.max(atOnce, ++underWay);
        return { ...inner(calls), ...(isTaken && { delayMs: 20, whenSent: () => --underWay }) };
      };
      const ask = openBatches(url, {});
      const calls = LENGTHS.map((length) => ({ method: "x", params: [length] }));
      for (let time = 0; time < 2; time++) {
        const answers = await ask(calls, {});
        expect(answers.map(({ result }) => String(result).length)).toEqual(LENGTHS);
      }
      expect(atOnce).toBe(8);
    },
  );

  it("has one answer for all calls when the node lacks their method", async () => {
    reply = () => ({ body: { id: null, error: { code: -32601, message: "the method x does not exist" } } });
    const answers = await send(LENGTHS);
    expect(answers.every(({ error }) => error?.code === -32601)).toBe(true);
    expect(requests).toBe(1);
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
