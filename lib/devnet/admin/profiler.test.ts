import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openProfiler, type Profiler } from "./profiler";

let folder: string;
let profiler: Profiler;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "firn-profiler-"));
  profiler = await openProfiler({ folder });
});
afterEach(() => {
  profiler.close();
  rmSync(folder, { recursive: true });
});

const read = (name: string) => JSON.parse(readFileSync(join(folder, "profiles", name), "utf8"));

/** Burns CPU time of this process, not wall time: only running code is sampled. */
function burnHere(): void {
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < 150_000) JSON.stringify(Object.keys(globalThis));
}

function functionsIn({ nodes }: { nodes: { callFrame: { functionName: string } }[] }): string[] {
  return nodes.map(({ callFrame }) => callFrame.functionName);
}

describe("the CPU profiler", () => {
  it("is idle or profiling, refuses what its state does not allow, and writes when it stops", async () => {
    await expect(profiler.stopCpu()).rejects.toThrow("cpu profiler doesn't exist");
    await profiler.startCpu();
    await expect(profiler.startCpu()).rejects.toThrow("cpu profiler already running");
    expect(existsSync(join(folder, "profiles"))).toBe(false);
    burnHere();
    await profiler.stopCpu();
    const profile = read("cpu.profile");
    expect(functionsIn(profile)).toContain("burnHere");
    expect(profile.samples.length).toBeGreaterThan(0);
    await expect(profiler.stopCpu()).rejects.toThrow("cpu profiler doesn't exist");
    await profiler.startCpu();
    await profiler.stopCpu();
  });

  it("starts once when asked twice at the same time", async () => {
    const outcomes = await Promise.allSettled([profiler.startCpu(), profiler.startCpu()]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await profiler.stopCpu();
  });

  it("samples for a limited time; a later stop writes that part", async () => {
    const short = await openProfiler({ folder, maxCpuMs: 5 });
    await short.startCpu();
    await sleep(50);
    await expect(short.startCpu()).rejects.toThrow("cpu profiler already running");
    burnHere();
    await short.stopCpu();
    expect(functionsIn(read("cpu.profile"))).not.toContain("burnHere");
    short.close();
  });
});

describe("the other profiles", () => {
  it("show where live memory was allocated, and what waited for the thread", async () => {
    const kept = Array.from({ length: 200_000 }, (_, at) => ({ at }));
    await profiler.memory();
    expect(read("mem.profile").head.children.length).toBeGreaterThan(0);
    expect(kept).toHaveLength(200_000);
    const locks = () => {
      profiler.locks();
      return read("lock.profile");
    };
    await expect.poll(() => locks().eventLoopDelayNs.count).toBeGreaterThan(0);
    const { eventLoop } = locks();
    expect(eventLoop.utilization).toBeGreaterThan(0);
    profiler.stacktrace();
    expect(readFileSync(join(folder, "stacktrace.txt"), "utf8")).toMatch(/main thread\n +at .*profiler/);
  });

  it("that cannot be written fail the call and nothing else", async () => {
    writeFileSync(join(folder, "profiles"), "in the way");
    await expect(profiler.memory()).rejects.toThrow(/mem\.profile can't be written \(\w+\)/);
    rmSync(join(folder, "profiles"));
    await profiler.memory();
    expect(read("mem.profile").head).toBeDefined();
  });

  it("stay in the data folder: a link in a file's place is replaced, not followed", async () => {
    const outside = mkdtempSync(join(tmpdir(), "firn-outside-"));
    writeFileSync(join(outside, "victim"), "untouched");
    mkdirSync(join(folder, "profiles"));
    symlinkSync(join(outside, "victim"), join(folder, "profiles", "lock.profile"));
    profiler.locks();
    profiler.locks();
    expect(read("lock.profile").eventLoop).toBeDefined();
    expect(readFileSync(join(outside, "victim"), "utf8")).toBe("untouched");
    expect(readdirSync(outside)).toEqual(["victim"]);
    rmSync(outside, { recursive: true });
  });
});
