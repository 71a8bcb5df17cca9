import { z } from "zod";
import { route } from "../route";

/**
 * Who may use the admin console. These routes are the operator process's own, on loopback, for the web alone: every
 * connection is proved by the key file on both sides, and what is behind a sign-in carries the session's secret in
 * `SESSION_HEADER`.
 * Times are unix milliseconds.
 */

/** Never a cookie, and never part of an address: those end up in logs. */
export const SESSION_HEADER = "x-firn-session";

/**
 * Of a request to the web: the address that its connection comes from. Written by the process that holds the connection,
 * over whatever came by that name.
 */
export const PEER_HEADER = "x-firn-peer";

/** The page that a sign-in link names; its secret is the fragment, which no browser sends. */
export const SIGN_IN_PATH = "/admin/sign-in";

/** A session ends by itself after so long without `touchSession` or an action. */
export const SESSION_IDLE_MS = 30 * 60_000;

/** A sign-in link is good for so long. */
export const SIGN_IN_LINK_MS = 10 * 60_000;

/** 32 random bytes. */
const secretParameter = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .describe("43 letters, digits, - or _");

const sessionFacts = z.object({
  /** What the audit calls the session; no secret. */
  shortId: z.string(),
  startedAtMs: z.number(),
  touchedAtMs: z.number(),
  /** When it ends by itself. */
  endsAtMs: z.number(),
});

/** What everyone may know. `closed`: no sign-in is possible as Firn is set up; `off`: the node has no admin API now. */
const panel = z.object({
  state: z.enum(["closed", "off", "locked", "open"]),
  /** Why it is closed or off, and the next step. */
  reason: z
    .object({
      /** `EXPOSED` for closed; ADMIN_DISABLED, NODE_UNREACHABLE, … for off. */
      code: z.string(),
      message: z.string(),
      hint: z.string().optional(),
    })
    .optional(),
  /** When the node was last asked; absent while closed. */
  askedAtMs: z.number().optional(),
  /** What a page asks for; a link that was made on the machine itself opens the console in any case. */
  signIn: z.enum(["link", "password"]),
  /** The caller's own, when it runs: also while the panel is off. */
  session: sessionFacts.optional(),
});

/** The panel's state; asking does not keep a session alive. */
export const getPanel = route({
  method: "get",
  path: "/operator/panel",
  operationId: "operatorPanel",
  tag: "Operator",
  summary: "Whether the console is there, locked or open",
  params: z.object({}),
  query: z.object({}),
  response: panel,
});

/** Needs the key alone: whoever may read the key file may sign in. */
export const createSignInLink = route({
  method: "post",
  path: "/operator/sign-in-link",
  operationId: "operatorCreateSignInLink",
  tag: "Operator",
  summary: "Makes a link that signs in once",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: z.object({ secret: z.string(), expiresAtMs: z.number() }),
});

/**
 * A session's secret has two parts, with a dot between: the first stands in the console's address, the second in a cookie
 * that a browser sends to that address alone. Neither is of any use without the other.
 */
export const SESSION_PATH = /^[A-Za-z0-9_-]{22}$/;

/** The new session's secret is kept nowhere else. */
const signedIn = z.object({ secret: z.string(), session: sessionFacts });

/** 401 when the link is used, too old or none at all. */
export const signInByLink = route({
  method: "post",
  path: "/operator/sign-in/link",
  operationId: "operatorSignInByLink",
  tag: "Operator",
  summary: "Starts a session and uses the link up",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({ secret: secretParameter }),
  response: signedIn,
});

/** 401 when it is wrong, 429 with Retry-After after several wrong ones of the same peer. */
export const signInByPassword = route({
  method: "post",
  path: "/operator/sign-in/password",
  operationId: "operatorSignInByPassword",
  tag: "Operator",
  summary: "Starts a session",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({
    password: z.string().min(1).max(1024).describe("the password, at most 1024 characters"),
    peer: z.string().min(1).max(64).describe("the address that the connection to the web comes from"),
  }),
  response: signedIn,
});

/** For every page a person opens. 401 when the session has ended. */
export const touchSession = route({
  method: "post",
  path: "/operator/session/touch",
  operationId: "operatorTouchSession",
  tag: "Operator",
  summary: "Keeps the session alive",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: sessionFacts,
});

/** "Lock now". A session that has ended already is locked too. */
export const endSession = route({
  method: "post",
  path: "/operator/session/end",
  operationId: "operatorEndSession",
  tag: "Operator",
  summary: "Ends this session",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: z.object({}),
});

export const endAllSessions = route({
  method: "post",
  path: "/operator/session/end-all",
  operationId: "operatorEndAllSessions",
  tag: "Operator",
  summary: "Ends every session, this one too, and every open sign-in link",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: z.object({ ended: z.int() }),
});

/** What the web refused before it could become a request to here; taken down with the session it came with. */
export const noteRefusal = route({
  method: "post",
  path: "/operator/refused",
  operationId: "operatorNoteRefusal",
  tag: "Operator",
  summary: "Takes down that a form was refused",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({
    reason: z.string().min(1).max(500).describe("a sentence of at most 500 characters"),
  }),
  response: z.object({}),
});

export type Panel = z.infer<typeof panel>;
export type SessionFacts = z.infer<typeof sessionFacts>;
export type SignedIn = z.infer<typeof signedIn>;
