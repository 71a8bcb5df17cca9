import { describe, expect, it } from "vitest";
import { every, pause } from "./every";

describe("periodic work", () => {
  it("runs at once, then after each pause, until the signal", async () => {
    const stop = new AbortController();
    const log: unknown[] = [];
    await every(7, async () => void log.push("work"), {
      signal: stop.signal,
      sleep: async (ms) => {
        log.push(ms);
        if (log.length === 4) stop.abort();
      },
    });
    expect(log).toEqual(["work", 7, "work", 7]);
  });

  it("never overlaps, and its last run is waited for", async () => {
    const stop = new AbortController();
    let running = 0;
    let runs = 0;
    await every(
      0,
      async () => {
        running += 1;
        expect(running).toBe(1);
        if (++runs === 3) stop.abort();
        await pause(5, new AbortController().signal);
        running -= 1;
      },
      stop,
    );
    expect({ running, runs }).toEqual({ running: 0, runs: 3 });
  });

  it("does not begin after the signal", async () => {
    const signal = AbortSignal.abort();
    let runs = 0;
    const work = async () => {
      runs += 1;
    };
    await every(0, work, { signal });
    expect(runs).toBe(0);
  });

  it("ends with the first error", async () => {
    let runs = 0;
    const work = async () => {
      if (++runs === 2) throw new Error("broken");
    };
    await expect(every(0, work, new AbortController())).rejects.toThrow("broken");
    expect(runs).toBe(2);
  });
});

describe("a pause", () => {
  it("ends with the signal", async () => {
    const stop = new AbortController();
    const paused = pause(60_000, stop.signal);
    stop.abort();
    await paused;
    await pause(60_000, stop.signal);
  });
});
