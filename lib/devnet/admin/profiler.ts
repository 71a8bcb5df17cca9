import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { dirname, join } from "node:path";
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { InputError, StoreError } from "../../errors";

/**
 * Profiles of this process, one file each, overwritten. Where Go's runtime measures, V8 and Node do. Methods that write
 * throw StoreError STORE_FAILED if they cannot.
 * @source AvalancheGo utils/profiler
 */
export interface Profiler {
  /** @throws InputError BAD_PARAMETER if it is already running */
  startCpu(): Promise<void>;
  /** Writes `profiles/cpu.profile`. @throws InputError BAD_PARAMETER if it is not running */
  stopCpu(): Promise<void>;
  /** Writes `profiles/mem.profile`: where live memory was allocated, sampled since the node started. */
  memory(): Promise<void>;
  /** Writes `profiles/lock.profile`: what has waited for this process's only thread since the node started. */
  locks(): void;
  /** Writes `stacktrace.txt`: what the thread is doing, and what it is waiting for. */
  stacktrace(): void;
  close(): void;
}

export interface ProfilerOptions {
  folder: string;
  /** Limit of a CPU profile's length; a later stop writes the beginning. One hour by default. */
  maxCpuMs?: number;
}

/** 100 samples a second, as Go's profiler takes. */
const CPU_INTERVAL_US = 10_000;

/** Bytes allocated between two heap samples, as in Go. */
const HEAP_INTERVAL_BYTES = 512 * 1024;

/** Opens the profiler over a data folder. Starts measuring waits and the heap. */
export async function openProfiler({ folder, maxCpuMs = 3_600_000 }: ProfilerOptions): Promise<Profiler> {
  const session = new Session();
  session.connect();
  const sampleHeap = () =>
    session.post("HeapProfiler.startSampling", { samplingInterval: HEAP_INTERVAL_BYTES });
  await sampleHeap();
  const cpu = cpuProfiler(session, maxCpuMs);
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const before = performance.eventLoopUtilization();
  const write = (file: string, text: string) => writeOver(join(folder, file), text);

  return {
    startCpu: cpu.start,
    stopCpu: async () => write("profiles/cpu.profile", JSON.stringify(await cpu.stop())),
    async memory() {
      await session.post("HeapProfiler.collectGarbage");
      // Sampling belongs to the whole process. Another session that closed may have ended it.
      await sampleHeap();
      const { profile } = await session.post("HeapProfiler.getSamplingProfile");
      write("profiles/mem.profile", JSON.stringify(profile));
    },
    locks() {
      const utilization = performance.eventLoopUtilization(before);
      write("profiles/lock.profile", JSON.stringify(describeWaits(delay, utilization)));
    },
    stacktrace: () => write("stacktrace.txt", describeThread()),
    close() {
      delay.disable();
      session.disconnect();
    },
  };
}

/** Two states: idle, and profiling. While profiling, the time limit may already have ended sampling. */
function cpuProfiler(session: Session, maxMs: number) {
  let running: { taken: () => Promise<unknown>; timer: NodeJS.Timeout } | undefined;
  const end = async () => {
    const { profile } = await session.post("Profiler.stop");
    await session.post("Profiler.disable");
    return profile;
  };
  return {
    async start(): Promise<void> {
      if (running !== undefined) throw new InputError("BAD_PARAMETER", "cpu profiler already running");
      const timer = setTimeout(() => {
        const profile = end();
        if (running !== undefined) running.taken = () => profile;
      }, maxMs);
      running = { taken: end, timer: timer.unref() };
      await session.post("Profiler.enable");
      await session.post("Profiler.setSamplingInterval", { interval: CPU_INTERVAL_US });
      await session.post("Profiler.start");
    },
    async stop(): Promise<unknown> {
      if (running === undefined) throw new InputError("BAD_PARAMETER", "cpu profiler doesn't exist");
      const { taken, timer } = running;
      running = undefined;
      clearTimeout(timer);
      return taken();
    },
  };
}

type Delay = ReturnType<typeof monitorEventLoopDelay>;

/** Delays in nanoseconds, times in milliseconds. */
function describeWaits(delay: Delay, { active, idle, utilization }: EventLoopUtilization) {
  const { count, min, max, mean, stddev } = delay;
  const percentiles = Object.fromEntries([50, 90, 99, 99.9].map((p) => [p, delay.percentile(p)]));
  return {
    eventLoopDelayNs: { count, min, max, mean, stddev, percentiles },
    eventLoop: { activeMs: active, idleMs: idle, utilization },
  };
}

function describeThread(): string {
  const waits = process.getActiveResourcesInfo().sort();
  return `${new Error("main thread").stack}\n\nwaiting for:\n${waits.map((wait) => `    ${wait}`).join("\n")}\n`;
}

/** Replaces the file. A symbolic link in its place is removed, never followed. */
function writeOver(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StoreError("STORE_FAILED", `${path} can't be written (${code})`, { cause });
  }
}
