import { z } from "zod";
import { route } from "../route";

/**
 * Access to the admin console. These are the operator process's own routes, on loopback, for the web alone: the key
 * file proves both sides of every connection, and routes behind a sign-in need the session's secret in
 * `SESSION_HEADER`. Times are unix milliseconds.
 */

/** Never a cookie and never part of an address: those end up in logs. */
export const SESSION_HEADER = "x-firn-session";

/**
 * In a request to the web: the address of the connection's other end. The process with the connection writes it,
 * replacing any header of that name.
 */
export const PEER_HEADER = "x-firn-peer";

/** A session ends after this long without `touchSession` or an action. */
export const SESSION_IDLE_MS = 30 * 60_000;

/** Lifetime of a sign-in link. */
export const SIGN_IN_LINK_MS = 10 * 60_000;

/** 32 random bytes. */
const secretParameter = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .describe("43 letters, digits, - or _");

const sessionFacts = z.object({
  /** The session's name in the audit; not a secret. */
  shortId: z.string(),
  startedAtMs: z.number(),
  touchedAtMs: z.number(),
  /** When it ends unless it is used. */
  endsAtMs: z.number(),
});

/**
 * What everyone may know. `closed`: no sign-in is possible with this configuration; `off`: the node has no admin API
 * now.
 */
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
  /** What the sign-in page asks for. A link made on the machine itself works in any case. */
  signIn: z.enum(["link", "password"]),
  /** The caller's own running session; also present while the panel is off. */
  session: sessionFacts.optional(),
});

/** The panel's state. Reading it does not keep a session alive. */
export const getPanel = route({
  method: "get",
  path: "/operator/panel",
  operationId: "operatorPanel",
  tag: "Operator",
  summary: "Whether the console is available, locked or open",
  params: z.object({}),
  query: z.object({}),
  response: panel,
});

/** Requires only the key: whoever can read the key file may sign in. */
export const createSignInLink = route({
  method: "post",
  path: "/operator/sign-in-link",
  operationId: "operatorCreateSignInLink",
  tag: "Operator",
  summary: "Creates a link that signs in once",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: z.object({ secret: z.string(), expiresAtMs: z.number() }),
});

/**
 * A session's secret has two parts, separated by a dot. The first is in the console's address, the second in a cookie
 * that browsers send to that address alone. Neither is of use without the other.
 */
export const SESSION_PATH = /^[A-Za-z0-9_-]{22}$/;

/** The new session's secret is stored nowhere else. */
const signedIn = z.object({ secret: z.string(), session: sessionFacts });

/** 401 if the link was used, is too old or does not exist. */
export const signInByLink = route({
  method: "post",
  path: "/operator/sign-in/link",
  operationId: "operatorSignInByLink",
  tag: "Operator",
  summary: "Starts a session and uses up the link",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({ secret: secretParameter }),
  response: signedIn,
});

/** 401 if it is wrong; 429 with Retry-After after several wrong ones from the same peer. */
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

/** Called for every page that a person opens. 401 if the session has ended. */
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

/** "Lock now". A session that has already ended is locked too. */
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
  summary: "Ends every session, including this one, and every unused sign-in link",
  params: z.object({}),
  query: z.object({}),
  sent: z.strictObject({}),
  response: z.object({ ended: z.int() }),
});

/** Records what the web refused before it became a request to the operator, with the session that sent it. */
export const noteRefusal = route({
  method: "post",
  path: "/operator/refused",
  operationId: "operatorNoteRefusal",
  tag: "Operator",
  summary: "Records that a form was refused",
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
