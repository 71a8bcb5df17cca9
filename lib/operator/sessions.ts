import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { SESSION_IDLE_MS, type SessionFacts, type SignedIn } from "../contract/operator/access";
import {
  endSessions,
  findSession,
  forgetSessions,
  insertSession,
  listSessions,
  type SessionRow,
  touchSession,
} from "../store/queries/operator/session";
import type { OperatorTables } from "../store/tables/operator";

/** Sessions that run: used within the last 30 minutes, and not ended by hand. */
export interface Sessions {
  start(): Promise<SignedIn>;
  find(secret: string): Promise<SessionFacts | undefined>;
  touch(session: SessionFacts): Promise<SessionFacts>;
  /** Newest first. */
  list(): Promise<SessionFacts[]>;
  /** One, or all of them. */
  end(session?: SessionFacts): Promise<void>;
}

export interface SecretOptions {
  /** What is kept of a secret. */
  hash: (secret: string) => Uint8Array;
  nowMs: () => number;
}

/** Forgotten sessions can't be asked for any more; the audit keeps their names. */
const KEPT_MS = 30 * 24 * 3_600_000;

export function openSessions(db: Kysely<OperatorTables>, { hash, nowMs }: SecretOptions): Sessions {
  const running = () => ({ touchedAfterMs: nowMs() - SESSION_IDLE_MS });
  return {
    async start() {
      const secret = newSecret();
      const now = nowMs();
      const row = { short_id: randomBytes(4).toString("hex"), started_at_ms: now, touched_at_ms: now };
      await forgetSessions(db, now - KEPT_MS);
      await insertSession(db, { ...row, secret_hash: hash(secret), ended_at_ms: null });
      return { secret, session: presentSession(row) };
    },
    async find(secret) {
      const row = await findSession(db, hash(secret), running());
      return row === undefined ? undefined : presentSession(row);
    },
    async touch({ shortId, startedAtMs }) {
      const now = nowMs();
      await touchSession(db, shortId, now);
      return presentSession({ short_id: shortId, started_at_ms: startedAtMs, touched_at_ms: now });
    },
    list: async () => (await listSessions(db, running())).map(presentSession),
    end: (session) => endSessions(db, nowMs(), session?.shortId),
  };
}

/** 32 random bytes as text. */
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
