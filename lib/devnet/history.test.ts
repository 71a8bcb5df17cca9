import { beforeAll, describe, expect, it } from "vitest";
import { decodePBlock } from "../avalanche/p/block";
import type { IndexName } from "../contract/node/index";
import {
  type AcceptanceLog,
  type Accepted,
  type HistoryOptions,
  type KeptAcceptance,
  openHistory,
} from "./history";
import { openRecording, type Recording } from "./recording";
import { timestampNs } from "./timestamp";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

function open(options: Partial<HistoryOptions> = {}) {
  return openHistory({ recording, start: "manual", ...options });
}

function heights(history: ReturnType<typeof openHistory>) {
  return { P: history.height("P"), X: history.height("X"), C: history.height("C") };
}

/** A log in memory. */
function memoryLog(): AcceptanceLog & { kept: KeptAcceptance[] } {
  const kept: KeptAcceptance[] = [];
  return { kept, append: (more) => void kept.push(...more) };
}

const nameOf = ({ index, container }: Accepted) => `${index} ${container.id}`;

describe("a listener", () => {
  it("hears the same in the same order, whether it was added before, in between or after", () => {
    const history = open();
    const heard: [early: string[], amid: string[], late: string[]] = [[], [], []];
    history.onAccepted((accepted) => heard[0].push(nameOf(accepted)));
    for (let step = 0; step < 100; step++) history.acceptNext();
    history.onAccepted((accepted) => heard[1].push(nameOf(accepted)));
    while (history.acceptNext() !== undefined);
    history.onAccepted((accepted) => heard[2].push(nameOf(accepted)));
    expect(heard[0]).toHaveLength(110 + 62 + 202);
    expect(heard[1]).toEqual(heard[0]);
    expect(heard[2]).toEqual(heard[0]);
  });

  it("is given the inner block, its chain and its height", () => {
    const received = new Map<string, Accepted>();
    open({ start: "all" }).onAccepted((accepted) =>
      received.set(`${accepted.chain} ${accepted.height}`, accepted),
    );
    for (let height = 1; height <= 110; height++) {
      const block = received.get(`P ${height}`);
      expect(decodePBlock(block?.inner ?? new Uint8Array()).height).toBe(BigInt(height));
    }
    expect(received.size).toBe(110 + 62 + 202);
  });

  it("is called after heads have moved", () => {
    const history = open();
    history.onAccepted((accepted) => {
      expect(history.last(accepted.chain)).toBe(accepted);
      expect(history.block(accepted.chain, history.height(accepted.chain))).toBe(accepted);
    });
    while (history.acceptNext() !== undefined);
  });
});

describe("how a history starts", () => {
  it.each([
    ["manual", 0],
    [0, 0],
    [0.75, 280],
    [1, 374],
    ["all", 374],
  ] as const)("with %s: %i of 374 containers, in recorded order", (start, count) => {
    const history = open({ start });
    expect(history.progress()).toEqual({ accepted: count, recorded: 374 });
    const before: string[] = [];
    const whole: string[] = [];
    history.onAccepted((accepted) => before.push(nameOf(accepted)));
    open({ start: "all" }).onAccepted((accepted) => whole.push(nameOf(accepted)));
    expect(before).toEqual(whole.slice(0, count));
  });

  it("with a height for each chain: exactly these, and the rest comes next", () => {
    const history = open({ start: { P: 40, X: 62, C: 0 } });
    expect(heights(history)).toEqual({ P: 40, X: 62, C: 0 });
    expect(history.next()).toMatchObject({ chain: "C", height: 1 });
    while (history.acceptNext() !== undefined);
    expect(heights(history)).toEqual({ P: 110, X: 62, C: 202 });
  });

  it("accepts all of a chain without a height", () => {
    expect(heights(open({ start: { P: 7 } }))).toEqual({ P: 7, X: 62, C: 202 });
  });
});

describe("the time of an acceptance", () => {
  const later = 2_000_000_000_123_456_789n;

  it("is the recorded one for what was accepted at the start, and this node's clock after that", () => {
    const history = open({ start: 0.5, nowNs: () => later });
    history.onAccepted(({ index, container }) => {
      const recorded = recording.containers[index as IndexName][container.index];
      if (timestampNs(container.timestamp) < later) expect(container).toEqual(recorded);
    });
    expect(history.acceptNext()?.container.timestamp).toBe("2033-05-18T03:33:20.123456789Z");
  });

  it("grows even if the clock stops or is set back", () => {
    let now = later;
    const history = open({ nowNs: () => now });
    const times: bigint[] = [];
    history.onAccepted(({ container }) => times.push(timestampNs(container.timestamp)));
    while (history.acceptNext() !== undefined) now -= 1_000_000n;
    expect(times).toHaveLength(374);
    expect(times.every((time, at) => at === 0 || time > (times[at - 1] ?? time))).toBe(true);
  });
});

describe("a log", () => {
  it("returns what was accepted, with its times, and what comes next", () => {
    const log = memoryLog();
    const first = open({ start: 0.1, log });
    for (let step = 0; step < 9; step++) first.acceptNext();
    const second = open({ start: "all", log: { ...log, kept: [...log.kept] } });
    const received: [Accepted[], Accepted[]] = [[], []];
    first.onAccepted((accepted) => received[0].push(accepted));
    second.onAccepted((accepted) => received[1].push(accepted));
    expect(received[1]).toEqual(received[0]);
    expect(second.next()).toEqual(first.next());
  });

  it("keeps an acceptance before any listener hears of it", () => {
    const log = memoryLog();
    const history = open({ log });
    history.onAccepted(({ container }) => expect(log.kept.at(-1)?.id).toBe(container.id));
    expect(history.acceptNext()).toBeDefined();
    const failing = open({ log: { kept: [], append: (more) => more.length > 0 && fail() } });
    expect(() => failing.acceptNext()).toThrow("disk full");
    expect(failing.progress().accepted).toBe(0);
  });

  it("of another recording is refused", () => {
    const log = memoryLog();
    open({ start: 0.5, log });
    const other = structuredClone(recording);
    const block = other.containers["P/block"][3];
    if (block !== undefined) block.id = "other";
    expect(() => openHistory({ recording: other, start: "all", log })).toThrow(
      /is not the recording's next container/,
    );
  });
});

function fail(): never {
  throw new Error("disk full");
}
