import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { dirname, join } from "node:path";
import { type EventLoopUtilization, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { InputError, StoreError } from "../../errors";

/**
 * Profiles of this process, each into its one file, over the one before. Source: AvalancheGo utils/profiler; what V8
 * and Node measure stands where Go's runtime would. Whatever writes throws StoreError STORE_FAILED when it can't.
 */
export interface Profiler {
  /** @throws InputError BAD_PARAMETER when it runs already */
  startCpu(): Promise<void>;
  /** Writes `profiles/cpu.profile`. @throws InputError BAD_PARAMETER when none was started */
  stopCpu(): Promise<void>;
  /** Writes `profiles/mem.profile`: where what is alive was allocated, sampled since the node started. */
  memory(): Promise<void>;
  /** Writes `profiles/lock.profile`: what waited for this process's one thread since the node started. */
  locks(): void;
  /** Writes `stacktrace.txt`: what the thread does, and what it waits for. */
  stacktrace(): void;
  close(): void;
}

export interface ProfilerOptions {
  folder: string;
  /** A CPU profile holds no more than this long; whoever stops it later gets its beginning. An hour unless given. */
  maxCpuMs?: number;
}

/** Samples a hundred times a second, as Go's profiler does. */
const CPU_INTERVAL_US = 10_000;

/** Bytes allocated between two samples of the heap, as in Go. */
const HEAP_INTERVAL_BYTES = 512 * 1024;

/** Opens the profiler over a data folder. Measuring waits and the heap begins now. */
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
      // Sampling is the whole process's: another session that closed may have ended it.
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

/** The two states: idle, and profiling, in which the samples may have come to their end. */
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

/** A link that lies in the file's place is removed, never followed. */
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
