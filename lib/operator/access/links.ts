import { SIGN_IN_LINK_MS } from "../../contract/operator/access";
import type { OperatorDb } from "../../store/db";
import { findLink, forgetLinks, insertLink, takeLink } from "../../store/queries/operator/session";
import { newSecret, type SecretOptions } from "./sessions";

/** Links that sign in once, within ten minutes. */
export interface Links {
  make(): Promise<{ secret: string; expiresAtMs: number }>;
  /** Uses a link. Returns why it is refused, or undefined if it is good. */
  use(secret: string): Promise<"not known" | "too old" | "used already" | undefined>;
  forgetAll(): Promise<void>;
}

/** How long a used or expired link is remembered, so that its refusal can say why. */
const KEPT_MS = 24 * 3_600_000;

export function openLinks(db: OperatorDb, { hash, nowMs, steadyMs }: SecretOptions): Links {
  /** By hash (base64): when each link made by this process expires, on the steady clock. */
  const goodUntil = new Map<string, number>();
  const nameOf = (secret: string) => Buffer.from(hash(secret)).toString("base64");
  return {
    async make() {
      const secret = newSecret();
      const expiresAtMs = nowMs() + SIGN_IN_LINK_MS;
      await forgetLinks(db, nowMs() - KEPT_MS);
      for (const [name, until] of goodUntil) if (until <= steadyMs() - KEPT_MS) goodUntil.delete(name);
      goodUntil.set(nameOf(secret), steadyMs() + SIGN_IN_LINK_MS);
      await insertLink(db, hash(secret), expiresAtMs);
      return { secret, expiresAtMs };
    },
    async use(secret) {
      const until = goodUntil.get(nameOf(secret));
      if (until !== undefined && until <= steadyMs()) return "too old";
      if (await takeLink(db, hash(secret), nowMs())) return undefined;
      const link = await findLink(db, hash(secret));
      if (link === undefined) return "not known";
      return link.used_at_ms === null ? "too old" : "used already";
    },
    forgetAll: () => forgetLinks(db),
  };
}
