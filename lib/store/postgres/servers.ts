import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { describeError } from "../../errors";
import type { DatabaseServer } from "../stores";
import { storeError } from "./errors";
import { HAS_CITUS, whereIs } from "./pool";
import { listWorkers, nameOf } from "./spread";

/** How long a server is waited for, ms. */
const PATIENCE_MS = 1_000;

interface State {
  version: string;
  isReplica: boolean;
  hasCitus: boolean;
  /** Bytes of the server's log that it has written, or as a replica applied. */
  position: number;
  /** Time since the newest transaction that a replica applied was committed, ms; null on any other server. */
  sinceMs: number | null;
}

/** The primary server and a replica as they are now, and who holds which stores. Never rejects. */
export async function askServers(
  primary: { pool: Pool; url: string },
  replica: { pool: Pool; url: string } | undefined,
): Promise<DatabaseServer[]> {
  const first = await ask(primary);
  const workers = "error" in first || !first.hasCitus ? [] : await askWorkers(primary.pool);
  // A server that can't say who holds what does not answer as it should.
  const servers = [
    present(primary.url, "primary", "error" in workers ? workers : first),
    ...("error" in workers ? [] : workers),
  ];
  if (replica === undefined) return servers;
  // Asked afterwards: a replica that has applied what the primary had written is not behind.
  const second = await ask(replica);
  const server = present(replica.url, "replica", second);
  if ("error" in first || "error" in second) return [...servers, server];
  const behindBytes = Math.max(0, first.position - second.position);
  const lagMs = behindBytes === 0 ? 0 : Math.max(0, second.sinceMs ?? 0);
  return [...servers, { ...server, behindBytes, lagMs }];
}

function present(
  url: string,
  role: DatabaseServer["role"],
  state: State | { error: string },
): DatabaseServer {
  const at = whereIs(url);
  if ("error" in state) return { at, role, error: state.error };
  return { at, role: state.isReplica ? "replica" : "primary", version: state.version };
}

async function ask({ pool }: { pool: Pool }): Promise<State | { error: string }> {
  return inTime(async () => {
    const { rows } = await pool.query<State>(`
      select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica",
        (${HAS_CITUS}) as "hasCitus",
        (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end
          - '0/0')::float8 as position,
        (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "sinceMs"`);
    return rows[0];
  });
}

function askWorkers(coordinator: Pool): Promise<DatabaseServer[] | { error: string }> {
  return inTime(async () =>
    (await listWorkers(coordinator)).map((worker) => ({
      at: nameOf(worker),
      role: "worker" as const,
      stores: worker.stores,
    })),
  );
}

/** What a server answers, or why it does not. */
async function inTime<Answer>(work: () => Promise<Answer | undefined>): Promise<Answer | { error: string }> {
  const answer = work();
  try {
    const late = sleep(PATIENCE_MS, undefined, { ref: false });
    const result = await Promise.race([answer, late]);
    return result ?? { error: `it has not answered within ${PATIENCE_MS / 1_000} s` };
  } catch (error) {
    return { error: describeError(storeError(error)) };
  } finally {
    answer.catch(() => undefined);
  }
}
