import type { ConsoleFacts } from "../../contract/operator/console";
import type { OperatorDb } from "../../store/db";
import { type AuditRow, listAuditOf } from "../../store/queries/operator/audit";

/**
 * What only the audit knows, because the node has no method to ask: profiles, endpoint aliases, and the result of
 * loading VMs. All of it is lost when the node's process ends.
 */
export type NodeStateFromAudit = Pick<ConsoleFacts, "endpointAliases" | "lastLoad"> & {
  profiles: Pick<ConsoleFacts["profiles"], "cpu" | "memory" | "lock">;
};

/** A CPU profile that has run for longer may have been forgotten. */
const REMIND_AFTER_MS = 10 * 60_000;
const ROWS = 500;

export async function readNodeState(
  db: OperatorDb,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<NodeStateFromAudit> {
  const rowsOf = (...methods: string[]) =>
    listAuditOf(
      db,
      methods.map((name) => `admin.${name}`),
      { sinceMs, limit: ROWS },
    );
  const load = (await rowsOf("loadVMs")).find(isDone);
  const lastLoad = load === undefined ? undefined : presentLoad(load);
  return {
    profiles: {
      cpu: readCpu(await rowsOf("startCPUProfiler", "stopCPUProfiler"), nowMs),
      memory: readProfile("mem.profile", await rowsOf("memoryProfile")),
      lock: readProfile("lock.profile", await rowsOf("lockProfile")),
    },
    endpointAliases: (await rowsOf("alias")).filter(isDone).flatMap(presentAlias),
    ...(lastLoad === undefined ? {} : { lastLoad }),
  };
}

/** The state after the newest row that determines one. */
function readCpu(rows: AuditRow[], nowMs: number): ConsoleFacts["profiles"]["cpu"] {
  const written = rows.find((row) => row.method === "admin.stopCPUProfiler" && isDone(row));
  const profile = {
    file: "cpu.profile",
    ...(written === undefined ? {} : { writtenAtMs: written.at_ms }),
    remind: false,
  };
  const newest = rows.find((row) => stateAfter(row) !== undefined);
  const state = newest === undefined ? "idle" : (stateAfter(newest) ?? "idle");
  if (state !== "profiling") return { ...profile, state };
  // Refused because a profile is running. The start before it says since when, unless a stop came in between.
  const determined = rows.filter((row) => stateAfter(row) !== undefined);
  const ended = determined.findIndex((row) => stateAfter(row) !== "profiling");
  const started = determined.slice(0, ended < 0 ? undefined : ended).find(isDone);
  if (started === undefined) return { ...profile, state };
  return { ...profile, state, sinceMs: started.at_ms, remind: nowMs - started.at_ms > REMIND_AFTER_MS };
}

function stateAfter({ method, outcome, said }: AuditRow): "idle" | "profiling" | "unknown" | undefined {
  if (outcome === "unknown" || outcome === null) return "unknown";
  const isStart = method === "admin.startCPUProfiler";
  if (outcome === "done") return isStart ? "profiling" : "idle";
  if (outcome !== "refused") return undefined;
  if (/cpu profiler already running/.test(said ?? "")) return "profiling";
  return /cpu profiler doesn't exist/.test(said ?? "") ? "idle" : undefined;
}

function readProfile(file: string, rows: AuditRow[]) {
  const written = rows.find(isDone);
  return written === undefined ? { file } : { file, writtenAtMs: written.at_ms };
}

function presentAlias({ parameters, at_ms, who }: AuditRow): ConsoleFacts["endpointAliases"] {
  const { endpoint, alias } = readJson(parameters) as { endpoint?: unknown; alias?: unknown };
  if (typeof endpoint !== "string" || typeof alias !== "string") return [];
  return [{ endpoint, alias, atMs: at_ms, who }];
}

function presentLoad({ said, at_ms }: AuditRow): ConsoleFacts["lastLoad"] {
  const { result } = readJson(said ?? "") as {
    result?: { newVMs?: Record<string, string[]>; failedVMs?: Record<string, string> };
  };
  if (result === undefined) return undefined; // clipped, because it was too long to keep
  return {
    atMs: at_ms,
    newVMs: Object.entries(result.newVMs ?? {}).map(([vmId, names]) => ({ vmId, names })),
    failedVMs: Object.entries(result.failedVMs ?? {}).map(([vmId, reason]) => ({ vmId, reason })),
  };
}

/** JSON of the audit was valid when it was written. Clipped text is no longer JSON. */
function readJson(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

function isDone({ outcome }: AuditRow): boolean {
  return outcome === "done";
}
