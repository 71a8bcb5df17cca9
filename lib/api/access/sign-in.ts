import { createHash, timingSafeEqual } from "node:crypto";
import { Buckets, type Rate } from "./buckets";
import { clientOf, isProxy, type TrustedProxies } from "./client-address";

/** How readers sign in to a Firn that is not open to everybody. */
export interface SignInSettings {
  /** Shared by all readers, who send it by basic authentication (RFC 7617) under any name. */
  password: string | undefined;
  /** A header in which a trusted proxy names whom it let in. */
  header: string | undefined;
}

/** What counts of a request. */
export interface Asked {
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined;
  /** The address that the connection comes from. */
  peer: string | undefined;
}

/** Why a reader is not let in: nobody signed in, not with this password, or too many wrong ones came from there. */
export type SignInRefusal = "unsigned" | "wrong-password" | "guessing";

export interface SignIn {
  /** Whether readers can send a password, so that a browser may ask for it. */
  takesPassword: boolean;
  /** @returns why the request is refused; undefined if it is let in */
  refuse(asked: Asked): SignInRefusal | undefined;
}

/** Wrong passwords of an address. */
const GUESSES: Rate = { perMinute: 10, burst: 10 };
/** Most addresses remembered. Any further ones share a bucket. */
const MAX_ADDRESSES = 10_000;

/** @returns undefined if readers need not sign in */
export function openSignIn(
  { password, header }: SignInSettings,
  { trusted, steadyMs }: { trusted: TrustedProxies; steadyMs: () => number },
): SignIn | undefined {
  if (password === undefined && header === undefined) return undefined;
  const expected = password === undefined ? undefined : digest(password);
  const guesses = new Buckets(MAX_ADDRESSES);
  return {
    takesPassword: expected !== undefined,
    refuse(asked) {
      if (header !== undefined && asked.header(header) && isProxy(asked.peer, trusted)) return undefined;
      const given = passwordOf(asked.header("authorization"));
      if (expected === undefined || given === undefined) return "unsigned";
      const client = clientOf({ peer: asked.peer, forwardedFor: asked.header("x-forwarded-for") }, trusted);
      const guess = { rate: GUESSES, nowMs: steadyMs() };
      // After too many wrong ones a right one is refused as well, so that guessing on tells nothing.
      if (guesses.take(client, { ...guess, cost: 0 }).remaining < 1) return "guessing";
      if (timingSafeEqual(digest(given), expected)) return undefined;
      guesses.take(client, { ...guess, cost: 1 });
      return "wrong-password";
    },
  };
}

/** The password of basic authentication; undefined for any other form. */
function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? "") ?? [];
  const text = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  return colon === -1 ? undefined : text.slice(colon + 1);
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What makes a browser ask for the password. */
export const CHALLENGE = { "www-authenticate": 'Basic realm="Firn", charset="UTF-8"' };

/** Seconds after which a guess is answered again. */
export const GUESS_SECONDS = 60 / GUESSES.perMinute;

/** Each refusal in words. */
export const SIGN_IN_SENTENCES: Record<SignInRefusal, [message: string, hint: string]> = {
  unsigned: ["only readers who sign in are answered here", "ask the operator of this Firn how"],
  "wrong-password": ["this is not the password of this Firn", "ask its operator for it"],
  guessing: ["too many wrong passwords came from this address", `try again in ${GUESS_SECONDS} s`],
};
