import { createHmac, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import {
  type Panel,
  SESSION_IDLE_MS,
  type SessionFacts,
  SIGN_IN_LINK_MS,
  type SignedIn,
} from "../contract/operator/access";
import { InputError } from "../errors";
import {
  endSessions,
  findLink,
  findSession,
  forgetLinks,
  forgetSessions,
  insertLink,
  insertSession,
  listSessions,
  type SessionRow,
  takeLink,
  touchSession,
} from "../store/queries/operator/session";
import type { OperatorTables } from "../store/tables/operator";
import type { Audit } from "./audit";
import { openPasswordCheck } from "./password";

/** How the console may be entered, as Firn is set up. */
export interface AccessOptions {
  /** The address that the web listens on, by configuration: no header is asked. */
  webHost: string;
  password: string | undefined;
}

/** Sign-in and sessions. */
export interface Access {
  readonly signIn: Panel["signIn"];
  /** Why nobody may sign in; undefined when somebody may. */
  readonly closed: Panel["reason"];
  createLink(): Promise<{ secret: string; expiresAtMs: number }>;
  /** @throws InputError UNAUTHORIZED, FORBIDDEN */
  signInByLink(secret: string): Promise<SignedIn>;
  /** @throws InputError UNAUTHORIZED, RATE_LIMITED, FORBIDDEN */
  signInByPassword(password: string): Promise<SignedIn>;
  /** The running session with that secret. */
  find(secret: string | undefined): Promise<SessionFacts | undefined>;
  touch(session: SessionFacts): Promise<SessionFacts>;
  list(): Promise<SessionFacts[]>;
  end(session: SessionFacts): Promise<void>;
  /** Every session and every open link. Gives how many sessions ran. */
  endAll(by: SessionFacts): Promise<number>;
}

/** Forgotten sessions can't be asked for any more; the audit keeps their names. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** `audit` takes down who came, was refused, and went. */
export function openAccess(
  db: Kysely<OperatorTables>,
  options: AccessOptions & { audit: Audit; nowMs: () => number },
): Access {
  const { audit, nowMs, password } = options;
  const check = password === undefined ? undefined : openPasswordCheck(password, nowMs);
  const closed = check === undefined && !isLoopback(options.webHost) ? exposed(options.webHost) : undefined;
  const signIn = check === undefined ? "link" : "password";
  const keyed = (secret: string) =>
    new Uint8Array(
      createHmac("sha256", check?.hash ?? signIn)
        .update(secret)
        .digest(),
    );
  const running = () => ({ touchedAfterMs: nowMs() - SESSION_IDLE_MS });
  const deed = (who: string, method: string, parameters = {}) => ({
    who,
    method: `firn.${method}`,
    parameters,
  });

  const admit = async (): Promise<SignedIn> => {
    const secret = newSecret();
    const now = nowMs();
    const row = { short_id: randomBytes(4).toString("hex"), started_at_ms: now, touched_at_ms: now };
    await forgetSessions(db, now - KEPT_MS);
    await insertSession(db, { ...row, secret_hash: keyed(secret), ended_at_ms: null });
    await audit.note(deed(row.short_id, "signIn", { by: signIn }), "done", "");
    return { secret, session: presentSession(row) };
  };
  const refuse = async (error: InputError): Promise<never> => {
    await audit.deny(deed("nobody", "signIn", { by: signIn }), error.message);
    throw error;
  };
  const requireOpen = async (by: Panel["signIn"]) => {
    if (closed !== undefined) await refuse(new InputError("FORBIDDEN", closed.message));
    if (by !== signIn) await refuse(new InputError("FORBIDDEN", `sign-in is by ${signIn}`));
  };
  return {
    signIn,
    closed,
    async createLink() {
      await requireOpen("link");
      const secret = newSecret();
      const expiresAtMs = nowMs() + SIGN_IN_LINK_MS;
      await forgetLinks(db, nowMs() - KEPT_MS);
      await insertLink(db, keyed(secret), expiresAtMs);
      return { secret, expiresAtMs };
    },
    async signInByLink(secret) {
      await requireOpen("link");
      if (await takeLink(db, keyed(secret), nowMs())) return admit();
      const link = await findLink(db, keyed(secret));
      const state = link === undefined ? "not known" : link.used_at_ms === null ? "too old" : "used already";
      return refuse(new InputError("UNAUTHORIZED", `this link is ${state}: firn admin-link makes another`));
    },
    async signInByPassword(given) {
      await requireOpen("password");
      try {
        await check?.check(given);
      } catch (error) {
        if (error instanceof InputError) return refuse(error);
        throw error;
      }
      return admit();
    },
    async find(secret) {
      if (secret === undefined || closed !== undefined) return undefined;
      const row = await findSession(db, keyed(secret), running());
      return row === undefined ? undefined : presentSession(row);
    },
    async touch(session) {
      await touchSession(db, session.shortId, nowMs());
      return presentSession({
        short_id: session.shortId,
        started_at_ms: session.startedAtMs,
        touched_at_ms: nowMs(),
      });
    },
    list: async () => (await listSessions(db, running())).map(presentSession),
    async end({ shortId }) {
      await endSessions(db, nowMs(), shortId);
      await audit.note(deed(shortId, "lock"), "done", "");
    },
    async endAll({ shortId }) {
      const ended = (await listSessions(db, running())).length;
      await endSessions(db, nowMs());
      await forgetLinks(db);
      await audit.note(deed(shortId, "endSessions"), "done", `${ended} ended`);
      return ended;
    },
  };
}

function newSecret(): string {
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

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function exposed(host: string): NonNullable<Panel["reason"]> {
  return {
    code: "EXPOSED",
    message: `the web listens on ${host}, which others can reach, and there is no password`,
    hint: "set FIRN_ADMIN_PASSWORD, or FIRN_HOST to 127.0.0.1, and restart Firn",
  };
}
