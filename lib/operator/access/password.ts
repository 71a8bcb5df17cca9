import { scrypt, scryptSync, timingSafeEqual } from "node:crypto";
import { isIPv6 } from "node:net";
import { promisify } from "node:util";
import { InputError } from "../../errors";
import { Mutex } from "../../mutex";

/** Checks the console's password: one attempt at a time, with a growing delay after each wrong one. */
export interface PasswordCheck {
  /** Changes with the password. Sessions are bound to it. */
  readonly hash: Uint8Array;
  /**
   * @param peer address that the attempt comes from: guessing from one address slows down no other
   * @throws InputError UNAUTHORIZED if it is wrong, RATE_LIMITED with `details.retryAfterSeconds`
   */
  check(given: string, peer: string): Promise<void>;
}

/** 32 MiB and about 0.1 s. Attempts run one at a time, so no more memory is needed. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const HASH_BYTES = 32;
/** Constant, because the hash never leaves this process: there are no other hashes it could be compared with. */
const SALT = "firn admin console";

const FREE_FAILURES = 3;
const MAX_WAIT_MS = 60_000;
/** Failures are forgotten after this long without an attempt. */
const FORGET_MS = 15 * 60_000;
/** Limit of peers whose failures are remembered. The one that failed longest ago makes room. */
const MAX_PEERS = 10_000;
/** Limit of waiting attempts, each from another peer. */
const MAX_WAITING = 50;

const deriveHash = promisify<string, string, number, typeof COST, Buffer>(scrypt);

export function openPasswordCheck(password: string, nowMs: () => number): PasswordCheck {
  const hash = scryptSync(password, SALT, HASH_BYTES, COST);
  const failed = openFailures(nowMs);
  const mutex = new Mutex();
  const waiting = new Set<string>();
  return {
    hash,
    async check(given, address) {
      const peer = networkOf(address);
      const isBusy = waiting.has(peer) || waiting.size >= MAX_WAITING;
      const waitMs = isBusy ? 1_000 : failed.waitMs(peer);
      if (waitMs > 0) throw tooSoon(Math.ceil(waitMs / 1_000));
      waiting.add(peer);
      const derived = await mutex
        .run(() => deriveHash(given, SALT, HASH_BYTES, COST))
        .finally(() => waiting.delete(peer));
      if (timingSafeEqual(derived, hash)) return failed.forget(peer);
      failed.add(peer);
      throw new InputError("UNAUTHORIZED", "the password is wrong");
    },
  };
}

/** Counts each peer's recent failures and how long it has to wait. */
function openFailures(nowMs: () => number) {
  const peers = new Map<string, { count: number; atMs: number }>();
  const of = (peer: string) => {
    const known = peers.get(peer);
    return known === undefined || nowMs() - known.atMs > FORGET_MS ? undefined : known;
  };
  return {
    waitMs(peer: string): number {
      const known = of(peer);
      if (known === undefined || known.count < FREE_FAILURES) return 0;
      return known.atMs + Math.min(1_000 * 2 ** (known.count - FREE_FAILURES), MAX_WAIT_MS) - nowMs();
    },
    add(peer: string): void {
      const count = (of(peer)?.count ?? 0) + 1;
      peers.delete(peer);
      peers.set(peer, { count, atMs: nowMs() });
      const [oldest] = peers.keys();
      if (peers.size > MAX_PEERS && oldest !== undefined) peers.delete(oldest);
    },
    forget: (peer: string) => void peers.delete(peer),
  };
}

function tooSoon(retryAfterSeconds: number): InputError {
  return new InputError("RATE_LIMITED", `too many attempts: try again in ${retryAfterSeconds} s`, {
    details: { retryAfterSeconds },
  });
}

/** The unit that is rate limited: a peer can change its address at will within an IPv6 /64, and within loopback. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (plain === "::1" || plain.startsWith("127.")) return "loopback";
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("%", 1).join("").split("::");
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array<string>(8).fill("0");
  return [...(first ?? []), ...(tail === undefined ? [] : zeros), ...(last ?? [])].slice(0, 4).join(":");
}
