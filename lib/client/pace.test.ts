import { describe, expect, it } from "vitest";
import { limitError } from "./limits";
import { Pace } from "./pace";

/** A provider's limit: a bucket of tokens per request, or per call, that is filled again at a rate. */
interface Limit {
  perS: number;
  burst: number;
  counts: "requests" | "calls";
}

/** A clock that moves to the next moment that somebody waits for. */
class Clock {
  nowMs = 0;
  readonly #waiting: { atMs: number; wake: () => void }[] = [];

  readonly now = (): number => this.nowMs;
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => this.#waiting.push({ atMs: this.nowMs + ms, wake: resolve }));

  async runUntil(endMs: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const next = this.#waiting.sort((a, b) => a.atMs - b.atMs).shift();
      if (next === undefined || next.atMs > endMs) return;
      this.nowMs = next.atMs;
      next.wake();
    }
  }
}

/** A node with a limit that takes some time for an answer, and what became of the requests. */
class LimitedNode {
  readonly #clock: Clock;
  readonly #limit: Limit;
  #tokens: number;
  #filledAtMs = 0;
  answered = 0;
  requests = 0;
  refused = 0;

  constructor(clock: Clock, limit: Limit) {
    this.#clock = clock;
    this.#limit = limit;
    this.#tokens = limit.burst;
  }

  async ask(calls: number): Promise<number> {
    const { perS, burst, counts } = this.#limit;
    const now = this.#clock.now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAtMs) / 1_000) * perS);
    this.#filledAtMs = now;
    this.requests += 1;
    const cost = counts === "calls" ? calls : 1;
    if (cost > this.#tokens) {
      this.refused += 1;
      throw limitError("HTTP 429");
    }
    this.#tokens -= cost;
    await this.#clock.sleep(30);
    this.answered += calls;
    return calls;
  }
}

const MINUTES = 10;
const PATIENT = { patienceMs: 60_000, isRenewed: true };

interface Going {
  node: LimitedNode;
  pace: Pace;
  clock: Clock;
}

/** Some tasks that ask for `batch` calls at once, without a pause, for ten minutes. */
async function press(limit: Limit, { batch, tasks, going }: { batch: number; tasks: number; going?: Going }) {
  const clock = going?.clock ?? new Clock();
  const pace = going?.pace ?? new Pace(clock);
  const node = going?.node ?? new LimitedNode(clock, limit);
  const endMs = clock.nowMs + MINUTES * 60_000;
  const task = async () => {
    while (clock.nowMs < endMs) await pace.run(batch, (calls) => node.ask(calls), PATIENT);
  };
  for (let i = 0; i < tasks; i++) void task();
  await clock.runUntil(endMs);
  return { node, pace, clock };
}

const requests = (perS: number, burst: number): Limit => ({ perS, burst, counts: "requests" });
const calls = (perS: number, burst: number): Limit => ({ perS, burst, counts: "calls" });

describe("a node with a limit", () => {
  it.each<[Limit, { batch: number; tasks: number }]>([
    [requests(5, 5), { batch: 1, tasks: 32 }],
    [requests(5, 10), { batch: 100, tasks: 2 }],
    [requests(25, 25), { batch: 500, tasks: 3 }],
    [requests(1, 1), { batch: 1, tasks: 4 }],
    [calls(50, 50), { batch: 500, tasks: 2 }],
    [calls(300, 1_000), { batch: 500, tasks: 2 }],
    [calls(10, 10), { batch: 1, tasks: 8 }],
    [calls(10, 20), { batch: 256, tasks: 3 }],
  ])("of %j is used well by %j, and seldom refuses", async (limit, load) => {
    const { node } = await press(limit, load);
    const seconds = MINUTES * 60;
    const used = limit.counts === "calls" ? node.answered : node.requests - node.refused;
    expect(used).toBeGreaterThan(0.8 * limit.perS * seconds);
    expect(node.refused).toBeLessThan(0.05 * node.requests);
  });

  it("that it no longer has is asked faster again, little by little", async () => {
    const limit: Limit = { perS: 2, burst: 2, counts: "requests" };
    const { node, pace, clock } = await press(limit, { batch: 1, tasks: 8 });
    limit.perS = 1_000;
    limit.burst = 1_000;
    const { requests, refused } = node;
    await press(limit, { batch: 1, tasks: 8, going: { node, pace, clock } });
    expect(node.refused - refused).toBeLessThan(2);
    expect(node.requests - requests).toBeGreaterThan(5 * requests);
  });
});

describe("the pace of a node", () => {
  it("has no limit until the node refuses a request, and pauses for nothing", async () => {
    const pace = new Pace({ sleep: () => Promise.reject(new Error("no pause is needed")) });
    const asked = Array.from({ length: 100 }, () => pace.run(500, async (calls) => calls, PATIENT));
    expect(await Promise.all(asked)).toEqual(Array(100).fill(500));
    expect(pace.limit).toBeUndefined();
  });

  it("reports a limit once, and its end ten minutes after the last refusal", async () => {
    const clock = new Clock();
    const said: (string | undefined)[] = [];
    const pace = new Pace({ ...clock, onChange: (limit) => said.push(limit) });
    let refusals = 3;
    const ask = () =>
      pace.run(
        1,
        () => (refusals-- > 0 ? Promise.reject(limitError("HTTP 429")) : Promise.resolve(1)),
        PATIENT,
      );
    const asked = [ask(), ask()];
    await clock.runUntil(60_000);
    expect(await Promise.all(asked)).toEqual([1, 1]);
    expect([said, pace.limit]).toEqual([["HTTP 429"], "HTTP 429"]);
    clock.nowMs += 600_000;
    expect(pace.limit).toBeUndefined();
    expect(said).toEqual(["HTTP 429", undefined]);
  });

  it("makes nobody wait longer than he may, and sends nothing in vain", async () => {
    const clock = new Clock();
    const pace = new Pace(clock);
    let sent = 0;
    const request = () => {
      sent += 1;
      return Promise.reject(limitError("HTTP 429", { retryAfterMs: 60_000 }));
    };
    const patience = { patienceMs: 5_000, isRenewed: false };
    for (let time = 0; time < 3; time++)
      await expect(pace.run(1, request, patience)).rejects.toMatchObject({
        code: "NODE_LIMITED",
        message: "the node limits requests: HTTP 429",
        details: { retryAfterMs: 60_000 },
      });
    expect(sent).toBe(1);
  });

  it("gives up a request that is refused again and again while others are answered", async () => {
    const clock = new Clock();
    const pace = new Pace(clock);
    let refused = 0;
    const request = () => {
      refused += 1;
      return Promise.reject(limitError("this method"));
    };
    const others = async () => {
      for (; clock.nowMs < 300_000; await clock.sleep(100)) await pace.run(1, async () => 1, PATIENT);
    };
    void others();
    const asked = pace.run(1, request, PATIENT).catch((error: unknown) => error);
    await clock.runUntil(300_000);
    expect(await asked).toMatchObject({ code: "NODE_LIMITED" });
    expect(refused).toBe(8);
  });

  it("ends a wait with the caller's signal", async () => {
    const over = new AbortController();
    const pace = new Pace();
    const asked = pace.run(1, () => Promise.reject(limitError("HTTP 429")), {
      ...PATIENT,
      signal: over.signal,
    });
    setImmediate(() => over.abort(new Error("no longer needed")));
    await expect(asked).rejects.toThrow("no longer needed");
  });

  it("does not change because of another error", async () => {
    const pace = new Pace();
    await expect(pace.run(1, () => Promise.reject(new Error("gone")), PATIENT)).rejects.toThrow("gone");
    expect(pace.limit).toBeUndefined();
    expect(pace.callsWithin(1, { inBatches: true })).toBe(Number.POSITIVE_INFINITY);
  });
});
