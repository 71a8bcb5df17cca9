import { scrypt, scryptSync, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { InputError } from "../errors";

/** Checks the console's password: one at a time, ever slower after wrong ones. */
export interface PasswordCheck {
  /** Changes with the password: sessions are bound to it. */
  readonly hash: Uint8Array;
  /** @throws InputError UNAUTHORIZED when it is wrong, RATE_LIMITED with `details.retryAfterSeconds` */
  check(given: string): Promise<void>;
}

/** 32 MiB and about a tenth of a second; one runs at a time, so no more memory than that. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
/** The hash lives in this process's memory only, so that there is nothing for a salt to keep apart. */
const SALT = "firn admin console";

const FREE_FAILURES = 3;
const MAX_WAIT_MS = 60_000;
/** After so long without an attempt, failures are forgotten. */
const FORGET_MS = 15 * 60_000;

const deriveHash = promisify<string, string, number, typeof COST, Buffer>(scrypt);

export function openPasswordCheck(password: string, nowMs: () => number): PasswordCheck {
  const hash = scryptSync(password, SALT, HASH_BYTES, COST);
  let failures = 0;
  let failedAtMs = 0;
  let busy = false;
  const refuseTooSoon = () => {
    if (nowMs() - failedAtMs > FORGET_MS) failures = 0;
    const pauseMs =
      failures < FREE_FAILURES ? 0 : Math.min(1_000 * 2 ** (failures - FREE_FAILURES), MAX_WAIT_MS);
    const waitMs = busy ? 1_000 : failedAtMs + pauseMs - nowMs();
    if (waitMs <= 0) return;
    const retryAfterSeconds = Math.ceil(waitMs / 1_000);
    throw new InputError("RATE_LIMITED", `too many attempts: try again in ${retryAfterSeconds} s`, {
      details: { retryAfterSeconds },
    });
  };
  return {
    hash,
    async check(given) {
      refuseTooSoon();
      busy = true;
      try {
        if (timingSafeEqual(await deriveHash(given, SALT, HASH_BYTES, COST), hash)) {
          failures = 0;
          return;
        }
      } finally {
        busy = false;
      }
      failures++;
      failedAtMs = nowMs();
      throw new InputError("UNAUTHORIZED", "the password is wrong");
    },
  };
}
