import { createHmac } from "node:crypto";
import type { Panel, SessionFacts, SignedIn } from "../../contract/operator/access";
import { InputError } from "../../errors";
import type { OperatorDb } from "../../store/db";
import type { Audit } from "../audit/audit";
import { openLinks } from "./links";
import { openPasswordCheck } from "./password";
import { openSessions } from "./sessions";

/** How the console may be entered, by configuration. */
export interface AccessOptions {
  /** The configured address that the web listens on. Request headers are not consulted. */
  webHost: string;
  password: string | undefined;
}

/** Sign-in and sessions. */
export interface Access {
  readonly signIn: Panel["signIn"];
  /** Why nobody may sign in; undefined if sign-in is possible. */
  readonly closed: Panel["reason"];
  /** @throws InputError FORBIDDEN */
  createLink(): Promise<{ secret: string; expiresAtMs: number }>;
  /** @throws InputError UNAUTHORIZED, FORBIDDEN */
  signInByLink(secret: string): Promise<SignedIn>;
  /** @throws InputError UNAUTHORIZED, RATE_LIMITED, FORBIDDEN */
  signInByPassword(sent: { password: string; peer: string }): Promise<SignedIn>;
  /** The running session that has this secret. */
  find(secret: string | undefined): Promise<SessionFacts | undefined>;
  touch(session: SessionFacts): Promise<SessionFacts>;
  list(): Promise<SessionFacts[]>;
  end(session: SessionFacts): Promise<void>;
  /** Ends every session and invalidates every unused link. Returns how many sessions were running. */
  endAll(by: SessionFacts): Promise<number>;
}

/** `audit` records who signed in, who was refused, and who left. */
export function openAccess(
  db: OperatorDb,
  options: AccessOptions & { audit: Audit; nowMs: () => number; steadyMs: () => number },
): Access {
  const { audit, nowMs, steadyMs, password, webHost } = options;
  const check = password === undefined ? undefined : openPasswordCheck(password, steadyMs);
  const closed = check === undefined && !isLoopback(webHost) ? exposed(webHost) : undefined;
  const signIn = check === undefined ? "link" : "password";
  const key = check?.hash ?? signIn;
  const hash = (secret: string) => new Uint8Array(createHmac("sha256", key).update(secret).digest());
  const sessions = openSessions(db, { hash, nowMs, steadyMs });
  const links = openLinks(db, { hash, nowMs, steadyMs });

  /** `parameters` say how the sign-in was tried. */
  const admit = async (
    parameters: { by: Panel["signIn"]; peer?: string },
    prove: () => Promise<void>,
  ): Promise<SignedIn> => {
    const action = { method: "firn.signIn", parameters };
    try {
      requireOpen(closed);
      await prove();
    } catch (error) {
      if (error instanceof InputError) await audit.recordDenied({ ...action, who: "nobody" }, error.message);
      throw error;
    }
    const signedIn = await sessions.start();
    await audit.record({ ...action, who: signedIn.session.shortId }, "done", "");
    return signedIn;
  };
  return {
    ...sessions,
    signIn,
    closed,
    async createLink() {
      requireOpen(closed);
      return links.make();
    },
    signInByLink: (secret) =>
      admit({ by: "link" }, async () => {
        const fault = await links.use(secret);
        if (fault === undefined) return;
        throw new InputError("UNAUTHORIZED", `this link is ${fault}`, {
          hint: "firn admin-link makes another",
        });
      }),
    signInByPassword: ({ password: given, peer }) =>
      admit({ by: "password", peer }, async () => {
        if (check === undefined)
          throw new InputError("FORBIDDEN", "the console has no password: use a sign-in link");
        await check.check(given, peer);
      }),
    find: async (secret) =>
      secret === undefined || closed !== undefined ? undefined : sessions.find(secret),
    async end(session) {
      await sessions.end(session);
      await audit.record({ who: session.shortId, method: "firn.lock", parameters: {} }, "done", "");
    },
    async endAll({ shortId }) {
      const ended = (await sessions.list()).length;
      await sessions.end();
      await links.forgetAll();
      await audit.record(
        { who: shortId, method: "firn.endSessions", parameters: {} },
        "done",
        `${ended} ended`,
      );
      return ended;
    },
  };
}

/** @throws InputError FORBIDDEN */
function requireOpen(closed: Panel["reason"]): void {
  if (closed === undefined) return;
  const { message, hint } = closed;
  throw new InputError("FORBIDDEN", message, hint === undefined ? {} : { hint });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function exposed(host: string): { code: string; message: string; hint: string } {
  return {
    code: "EXPOSED",
    message: `the web listens on ${host}, which others can reach, and no password is set`,
    hint: "set FIRN_ADMIN_PASSWORD, or FIRN_HOST to 127.0.0.1, and restart Firn",
  };
}
