import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { KINDS, type Kind, LINES, type Line } from "./costs";
import type { ThreadReport } from "./messages";

/** What is told of threads that read and of requests that wait for them. */
export interface ThreadMetrics {
  /** A request was refused because those before it wait too long. */
  refused(line: Line): void;
  /** A request got its place after so long, ms. */
  placed(line: Line, ms: number): void;
  /** An answer took longer than it may. */
  late(): void;
  /** A thread is begun again. */
  restarted(): void;
}

interface ThreadView {
  taken: Record<Kind, number>;
  /** The last word of it; undefined until it says something. */
  report: ThreadReport | undefined;
}

/** Each thread has samples of its own: sums over them would hide that one stands still. */
export function openThreadMetrics(
  registry: Registry,
  look: { waiting: (line: Line) => number; threads: () => readonly ThreadView[] },
): ThreadMetrics {
  const registers = [registry];
  const waiting = new Gauge({
    name: "firn_api_waiting_requests",
    help: "Requests that wait for a thread, by what they cost, and those that one thread answers together.",
    labelNames: ["queue"],
    registers,
    collect: () => {
      for (const line of LINES) waiting.set({ queue: line }, look.waiting(line));
    },
  });
  const answering = new Gauge({
    name: "firn_api_thread_requests",
    help: "Requests that a thread is answering, by what they cost.",
    labelNames: ["thread", "queue"],
    registers,
    collect: () => {
      for (const [thread, { taken }] of look.threads().entries())
        for (const kind of KINDS) answering.set({ thread, queue: kind }, taken[kind]);
    },
  });
  const perThread = (name: string, help: string, read: (report: ThreadReport) => number) => {
    const gauge = new Gauge({
      name: `firn_api_thread_${name}`,
      help,
      labelNames: ["thread"],
      registers,
      collect: () => {
        gauge.reset();
        for (const [thread, { report }] of look.threads().entries())
          if (report !== undefined) gauge.set({ thread }, read(report));
      },
    });
  };
  perThread(
    "event_loop_lag_seconds",
    "Longest turn of a thread in its last seconds.",
    ({ lagMs }) => lagMs / 1_000,
  );
  perThread("busy_ratio", "Share of its last seconds that a thread worked.", ({ busy }) => busy);
  perThread("heap_used_bytes", "Heap that a thread uses.", ({ heapBytes }) => heapBytes);
  perThread("heap_limit_bytes", "Heap that a thread may use.", ({ heapLimitBytes }) => heapLimitBytes);
  perThread(
    "report_timestamp_seconds",
    "When a thread last said how it is: a thread in the midst of one statement does not.",
    ({ atMs }) => atMs / 1_000,
  );
  const refused = new Counter({
    name: "firn_api_refused_requests_total",
    help: "Requests refused because others wait too long.",
    labelNames: ["queue"],
    registers,
  });
  const waits = new Histogram({
    name: "firn_api_wait_duration_seconds",
    help: "How long requests waited for a thread.",
    labelNames: ["queue"],
    buckets: [0.001, 0.01, 0.05, 0.2, 1, 5, 30],
    registers,
  });
  for (const line of LINES) refused.inc({ queue: line }, 0);
  const count = (name: string, help: string) => new Counter({ name, help, registers });
  const late = count("firn_api_late_answers_total", "Answers that took too long, and got a 503.");
  const restarts = count("firn_api_thread_restarts_total", "Threads that ended and were begun again.");
  return {
    refused: (line) => refused.inc({ queue: line }),
    placed: (line, ms) => waits.observe({ queue: line }, ms / 1_000),
    late: () => late.inc(),
    restarted: () => restarts.inc(),
  };
}
