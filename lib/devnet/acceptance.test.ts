import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type AcceptanceOptions, keepAccepting, openAcceptance } from "./acceptance";
import { openHistory } from "./history";
import { openIndexes } from "./indexes";
import { NODE_FORMS } from "./node-form";
import { openRecording, type Recording } from "./recording";

let recording: Recording;
let dataDir: string;

beforeAll(async () => {
  recording = await openRecording("custom-network");
});
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "firn-acceptance-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
  vi.useRealTimers();
});

/**
 * Runs the node once: it accepts this many containers and ends. Returns undefined and the reason if it refuses to run.
 */
function run(accept: number, options: Partial<AcceptanceOptions> = {}) {
  try {
    const { history, close } = openAcceptance({ recording, dataDir, acceptance: "manual", ...options });
    for (let step = 0; step < accept; step++) history.acceptNext();
    close();
    return { history, indexes: openIndexes(history, NODE_FORMS.avalanchego) };
  } catch (error) {
    return (error as Error).message;
  }
}

const ON = { indexEnabled: true };
const OFF = { indexEnabled: false };
const ALLOWED = { allowIncompleteIndex: true };
const WOULD_BECOME = "running would cause index to become incomplete but incomplete indices are disabled";
const IS = "index is incomplete but incomplete indices are disabled. Shutting down";

describe("accepts starts with indexing on, off and incomplete as a real node does", () => {
  it("off first: on only with the flag", () => {
    expect(run(1, OFF)).toBeTypeOf("object");
    expect(run(1, ON)).toBe(IS);
    expect(run(1, { ...ON, ...ALLOWED })).toBeTypeOf("object");
    expect(run(1, ON)).toBe(IS);
  });

  it("on first: again on freely, off only with the flag, and then on only with the flag", () => {
    expect(run(1, ON)).toBeTypeOf("object");
    expect(run(1, ON)).toBeTypeOf("object");
    expect(run(1, OFF)).toBe(WOULD_BECOME);
    expect(run(1, ON)).toBeTypeOf("object");
    expect(run(1, { ...OFF, ...ALLOWED })).toBeTypeOf("object");
    expect(run(1, ON)).toBe(IS);
    expect(run(1, { ...ON, ...ALLOWED })).toBeTypeOf("object");
    expect(run(1, OFF)).toBe(WOULD_BECOME);
  });
});

describe("an index with holes", () => {
  it("is numbered without gaps, and holds exactly what was accepted while indexing was on", () => {
    run(50, ON);
    run(70, { ...OFF, ...ALLOWED });
    const { history, indexes } = run(100, { ...ON, ...ALLOWED }) as Exclude<ReturnType<typeof run>, string>;
    expect(history.progress().accepted).toBe(220);
    let indexed = 0;
    for (const index of ["P/block", "X/block", "C/block"] as const) {
      const expected: string[] = [];
      history.onAccepted((accepted) => {
        if (accepted.index === index && accepted.indexed) expected.push(accepted.container.id);
      });
      const list = indexes.containers(index);
      expect(list.map(({ id }) => id)).toEqual(expected);
      expect(list.map((container) => container.index)).toEqual([...list.keys()]);
      for (const container of list) expect(indexes.byId(index, container.id)).toBe(container);
      indexed += list.length;
    }
    expect(indexed).toBe(150);
  });
});

describe("a data folder", () => {
  it("starts as configured when new, and continues where it stopped after that", () => {
    run(5, { acceptance: 0.75 });
    const again = run(0, { acceptance: "all" }) as Exclude<ReturnType<typeof run>, string>;
    expect(again.history.progress()).toEqual({ accepted: 285, recorded: 374 });
  });

  it("keeps networks separate", async () => {
    run(5);
    const other = await openRecording("local-network");
    const history = openAcceptance({ recording: other, dataDir, acceptance: "manual" }).history;
    expect(history.progress().accepted).toBe(0);
  });
});

describe("keepAccepting", () => {
  it("accepts one container per block time until it is stopped", () => {
    vi.useFakeTimers();
    const history = openHistory({ recording, start: "manual" });
    const stop = keepAccepting(history, 20);
    vi.advanceTimersByTime(199);
    expect(history.progress().accepted).toBe(9);
    stop();
    vi.advanceTimersByTime(1_000);
    expect(history.progress().accepted).toBe(9);
  });

  it("stops at the end of the recording", () => {
    vi.useFakeTimers();
    const history = openHistory({ recording, start: 0.99 });
    keepAccepting(history, 20);
    vi.advanceTimersByTime(10_000);
    expect(history.progress()).toEqual({ accepted: 374, recorded: 374 });
    expect(vi.getTimerCount()).toBe(0);
  });
});
