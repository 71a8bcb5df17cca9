import { setTimeout as delay } from "node:timers/promises";
import { isLimit, limitError } from "./limits";

export interface PaceOptions {
  /** Called with what the node says when it begins to limit requests, and with undefined once it no longer does. */
  onChange?: (limit: string | undefined) => void;
  /** Monotonic ms. */
  now?: () => number;
  /** Resolves after `ms`. */
  sleep?: (ms: number) => Promise<void>;
}

/** How long a caller waits while the node limits requests. */
export interface Patience {
  signal?: AbortSignal | undefined;
  /** Longest wait for a turn, refusals included: from the start, or from the node's last answer if it is `renewed`. */
  patienceMs: number;
  isRenewed: boolean;
  /** How often one request may be refused while others are answered; 8 by default. */
  mostRefusals?: number | undefined;
}

/** A second: what was sent within it is the first budget, and so often the budget grows. */
const WINDOW_MS = 1_000;
/** Pause after a refusal. Doubles with each further one until there is an answer. */
const PAUSE_MS = { first: 250, last: 10_000 };
/** A node's retry-after is respected up to this. */
const LONGEST_PAUSE_MS = 60_000;
const MOST_REFUSALS = 8;
/** A batch has at most the calls of this part of a second, so that whole batches are not refused at once. */
const BATCHES_PER_S = 4;
/** A node counts as limiting requests for this long after its last refusal. */
const REMEMBERED_MS = 600_000;
/** How often who waits looks for a place among the requests under way, and whether he is still to wait. */
const LOOK_MS = { place: 20, signal: 100 };
/** Requests under way that are always tried at first. */
const AT_ONCE = 4;

/**
 * The pace at which one node is asked. Unlimited until the node refuses a request because there were too many; from then
 * on within a budget of requests, calls and connections that shrinks with each refusal and grows slowly while there is
 * none (decision 0038). A batch is one request of many calls. Each node has its own pace.
 */
export class Pace {
  readonly #options: Required<PaceOptions>;
  /** When the requests of the last second were sent, for the first budget. */
  #recent: number[] = [];
  #inFlight = 0;
  #budget: Budget | undefined;
  /** How often it has shrunk. */
  #shrinks = 0;
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  /** When the next request may be sent. */
  #nextAtMs = 0;
  #pauseMs = PAUSE_MS.first;
  #limit: string | undefined;
  #limitedAtMs = 0;

  constructor({ onChange = () => {}, now = () => performance.now(), sleep = delay }: PaceOptions = {}) {
    this.#options = { onChange, now, sleep };
  }

  /** What the node says about its limits, if anything within the last ten minutes. */
  get limit(): string | undefined {
    if (this.#limit !== undefined && this.#options.now() - this.#limitedAtMs > REMEMBERED_MS) {
      this.#limit = undefined;
      this.#options.onChange(undefined);
    }
    return this.#limit;
  }

  /** Records what the node said to somebody else who asks it. */
  note(said: string): void {
    const isNew = this.limit === undefined;
    this.#limit = said;
    this.#limitedAtMs = this.#options.now();
    if (isNew) this.#options.onChange(said);
  }

  /** How many calls can be made within some seconds, one per request or in batches; at least one. */
  callsWithin(seconds: number, { inBatches }: { inBatches: boolean }): number {
    if (this.#budget === undefined) return Number.POSITIVE_INFINITY;
    const { requestsPerS, callsPerS } = this.#budget;
    const perS = Math.min(
      callsPerS?.value ?? Number.POSITIVE_INFINITY,
      inBatches ? Number.POSITIVE_INFINITY : requestsPerS.value,
    );
    return Math.max(1, Math.floor(seconds * perS));
  }

  /**
   * Makes a request of up to `wanted` calls when it has its turn, and again when the node refuses it because of its
   * limits. `request` is given the number of calls to send.
   * @throws NodeError NODE_LIMITED when the caller's patience ends first, and what `request` throws
   */
  async run<T>(wanted: number, request: (calls: number) => Promise<T>, patience: Patience): Promise<T> {
    const askedAtMs = this.#options.now();
    const { mostRefusals = MOST_REFUSALS } = patience;
    for (let refusals = 1; ; refusals++) {
      const readyAtMs = this.#options.now();
      const calls = await this.#turn(wanted, askedAtMs, patience);
      const isShort = this.#options.now() > readyAtMs || calls < wanted;
      const sentAfter = this.#shrinks;
      this.#inFlight += 1;
      try {
        const answer = await request(calls);
        this.#answered(isShort && sentAfter === this.#shrinks);
        return answer;
      } catch (error) {
        if (!isLimit(error)) throw error;
        this.#refused(error.details ?? {}, { calls, isNews: sentAfter === this.#shrinks });
        // Some refuse one method and no other.
        if (refusals >= mostRefusals) throw error;
      } finally {
        this.#inFlight -= 1;
      }
    }
  }

  /** Waits until a request may be sent. @returns the number of its calls @throws NodeError NODE_LIMITED */
  async #turn(
    wanted: number,
    askedAtMs: number,
    { signal, patienceMs, isRenewed }: Patience,
  ): Promise<number> {
    const { now, sleep } = this.#options;
    for (;;) {
      signal?.throwIfAborted();
      const atMs = Math.max(now(), this.#nextAtMs);
      const fromMs = isRenewed ? Math.max(askedAtMs, this.#answeredAtMs) : askedAtMs;
      if (this.#budget && atMs > fromMs + patienceMs)
        throw limitError(this.#limit ?? "", { retryAfterMs: atMs - now() });
      if (atMs > now()) await sleep(Math.min(atMs - now(), LOOK_MS.signal));
      else if (this.#inFlight < Math.floor(this.#budget?.atOnce.value ?? Number.POSITIVE_INFINITY))
        return this.#take(wanted);
      else await sleep(LOOK_MS.place);
    }
  }

  #take(wanted: number): number {
    const now = this.#options.now();
    if (this.#budget === undefined) {
      while (now - (this.#recent[0] ?? now) >= WINDOW_MS) this.#recent.shift();
      this.#recent.push(now);
      return wanted;
    }
    const requestsPerS = this.#budget.requestsPerS.value;
    const callsPerS = this.#budget.callsPerS?.value ?? Number.POSITIVE_INFINITY;
    const calls = Math.min(
      wanted,
      Math.max(1, Math.floor(callsPerS / Math.min(requestsPerS, BATCHES_PER_S))),
    );
    this.#nextAtMs = now + 1_000 * Math.max(calls / callsPerS, 1 / requestsPerS);
    return calls;
  }

  /** `isProof`: the budget as it is now was used up. Only then may it grow. */
  #answered(isProof: boolean): void {
    const now = this.#options.now();
    this.#answeredAtMs = now;
    this.#pauseMs = PAUSE_MS.first;
    if (isProof) for (const each of Object.values(this.#budget ?? {})) each?.grow(now);
  }

  #refused(
    { said, retryAfterMs, isPartial }: Record<string, unknown>,
    { calls, isNews }: { calls: number; isNews: boolean },
  ): void {
    const now = this.#options.now();
    this.note(String(said));
    const waitMs = Math.max(this.#pauseMs, Math.min(Number(retryAfterMs ?? 0), LONGEST_PAUSE_MS));
    this.#nextAtMs = Math.max(this.#nextAtMs, now + waitMs);
    // Requests that were under way together are refused together: that counts once.
    if (!isNews) return;
    this.#shrinks += 1;
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MS.last);
    const budget = this.#budgetAt(now);
    // Nobody says whether a batch was refused as one request too many or for its calls. It was for its calls if there
    // are hardly any requests, or if some calls were answered.
    const isForCalls = isPartial === true || (calls > 1 && budget.requestsPerS.value <= LEAST.batchesPerS);
    if (isForCalls) budget.callsPerS ??= new Allowance(calls * budget.requestsPerS.value, now);
    if (calls > 1) budget.callsPerS?.shrink(now, LEAST.callsPerS);
    if (isPartial === true) return;
    budget.requestsPerS.shrink(now, calls > 1 ? LEAST.batchesPerS : LEAST.requestsPerS);
    budget.atOnce.shrink(now, LEAST.atOnce);
  }

  /** The budget; at the first refusal, what was sent in the last second. */
  #budgetAt(now: number): Budget {
    this.#budget ??= {
      requestsPerS: new Allowance(Math.max(this.#recent.length, BATCHES_PER_S), now),
      callsPerS: undefined,
      atOnce: new Allowance(Math.max(this.#inFlight, AT_ONCE), now),
    };
    this.#recent = [];
    return this.#budget;
  }
}

interface Budget {
  requestsPerS: Allowance;
  /** Undefined while calls are not what is limited. */
  callsPerS: Allowance | undefined;
  /** Requests under way. */
  atOnce: Allowance;
}

/** What is left after a refusal: of an amount that was never enough, and of one that was until now. */
const LEFT = { unproven: 0.5, proven: 0.7 };
/** Growth per second, up to this part of what was refused. */
const GROWTH = { factor: 1.1, below: 0.85 };
/** How often a little more is tried than what was refused: twice as often each time that it is not refused again. */
const PROBE = { firstMs: 30_000, leastMs: 2_000, factor: 1.25 };

/** An amount that a node bears: found by its refusals, and tried again slowly. */
class Allowance {
  value: number;
  /** The amount at its last refusal. */
  #refused: number;
  #isProven = false;
  #grownAtMs: number;
  #probedAtMs: number;
  #probeMs = PROBE.firstMs;

  constructor(value: number, nowMs: number) {
    this.value = value;
    this.#refused = value;
    this.#grownAtMs = nowMs;
    this.#probedAtMs = nowMs;
  }

  shrink(nowMs: number, least: number): void {
    this.#refused = this.value;
    const left = this.value * (this.#isProven ? LEFT.proven : LEFT.unproven);
    this.value = Math.min(this.value, Math.max(least, left));
    this.#isProven = false;
    this.#grownAtMs = nowMs;
    this.#probedAtMs = nowMs;
    this.#probeMs = PROBE.firstMs;
  }

  /** Call it when the amount was used up and nothing refused. */
  grow(nowMs: number): void {
    this.#isProven = true;
    if (nowMs - this.#grownAtMs < WINDOW_MS) return;
    this.#grownAtMs = nowMs;
    if (nowMs - this.#probedAtMs >= this.#probeMs) {
      this.#probedAtMs = nowMs;
      this.#probeMs = Math.max(PROBE.leastMs, this.#probeMs / 2);
      this.#refused *= PROBE.factor;
    }
    this.value = Math.max(this.value, Math.min(this.value * GROWTH.factor, this.#refused * GROWTH.below));
  }
}

/** No allowance shrinks below these. */
const LEAST = { requestsPerS: 0.2, batchesPerS: 2, callsPerS: 0.2, atOnce: 1 };
