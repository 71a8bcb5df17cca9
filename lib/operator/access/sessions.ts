import { randomBytes } from "node:crypto";
import { SESSION_IDLE_MS, type SessionFacts, type SignedIn } from "../../contract/operator/access";
import type { OperatorDb } from "../../store/db";
import {
  endSessions,
  findSession,
  forgetSessions,
  insertSession,
  listSessions,
  type SessionRow,
  touchSession,
} from "../../store/queries/operator/session";

/** Running sessions: used within the last 30 minutes, and not ended. */
export interface Sessions {
  start(): Promise<SignedIn>;
  find(secret: string): Promise<SessionFacts | undefined>;
  touch(session: SessionFacts): Promise<SessionFacts>;
  /** Newest first. */
  list(): Promise<SessionFacts[]>;
  /** Ends one session, or all of them. */
  end(session?: SessionFacts): Promise<void>;
}

export interface SecretOptions {
  /** What is stored of a secret. */
  hash: (secret: string) => Uint8Array;
  nowMs: () => number;
  /** A monotonic clock, ms. What has expired by it stays expired, even if the wall clock is set back. */
  steadyMs: () => number;
}

/** Ended sessions are deleted after this long. The audit keeps their names. */
const KEPT_MS = 30 * 24 * 3_600_000;

export function openSessions(db: OperatorDb, { hash, nowMs, steadyMs }: SecretOptions): Sessions {
  /**
   * When each session was last used, on the steady clock. For sessions of an earlier process: estimated from the wall
   * clock.
   */
  const usedAt = new Map<string, number>();
  const isRunning = ({ short_id, touched_at_ms }: SessionRow): boolean => {
    const idleMs = nowMs() - touched_at_ms;
    const used = usedAt.get(short_id) ?? steadyMs() - Math.max(0, idleMs);
    usedAt.set(short_id, used);
    return idleMs < SESSION_IDLE_MS && steadyMs() - used < SESSION_IDLE_MS;
  };
  const running = () => ({ touchedAfterMs: nowMs() - SESSION_IDLE_MS });
  return {
    async start() {
      const secret = `${randomBytes(16).toString("base64url")}.${newSecret()}`;
      const now = nowMs();
      const row = { short_id: randomBytes(4).toString("hex"), started_at_ms: now, touched_at_ms: now };
      await forgetSessions(db, now - KEPT_MS);
      usedAt.set(row.short_id, steadyMs());
      await insertSession(db, { ...row, secret_hash: hash(secret), ended_at_ms: null });
      return { secret, session: presentSession(row) };
    },
    async find(secret) {
      const row = await findSession(db, hash(secret));
      if (row === undefined || isRunning(row)) return row && presentSession(row);
      // Stored, so that setting the clock back does not revive it.
      await endSessions(db, nowMs(), row.short_id);
      return undefined;
    },
    async touch({ shortId, startedAtMs }) {
      const now = nowMs();
      usedAt.set(shortId, steadyMs());
      await touchSession(db, shortId, now);
      return presentSession({ short_id: shortId, started_at_ms: startedAtMs, touched_at_ms: now });
    },
    list: async () => (await listSessions(db, running())).filter(isRunning).map(presentSession),
    end: (session) => endSessions(db, nowMs(), session?.shortId),
  };
}

/** 32 random bytes as text (base64url). */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function presentSession(row: Pick<SessionRow, "short_id" | "started_at_ms" | "touched_at_ms">): SessionFacts {
  return {
    shortId: row.short_id,
    startedAtMs: row.started_at_ms,
    touchedAtMs: row.touched_at_ms,
    endsAtMs: row.touched_at_ms + SESSION_IDLE_MS,
  };
}
