/** What a bucket holds and how fast it fills again, in units of cost. */
export interface Rate {
  /** Units that come back in a minute, continuously. */
  perMinute: number;
  /** Most units that can be taken at once. */
  burst: number;
}

export interface Taken {
  granted: boolean;
  /** Whole units left. */
  remaining: number;
  /** Whole ms until the same would be granted; 0 if it was. */
  waitMs: number;
}

interface Bucket {
  units: number;
  atMs: number;
}

/** Units that arithmetic may lose: whoever waits as long as told is granted. They are owed, so none come of nothing. */
const ROUNDING = 1e-6;

/** Full buckets are looked for at most this often. */
const SWEEP_MS = 1_000;

/** One bucket that everybody shares for whom there is no room. */
const EVERYONE_ELSE = "";

/**
 * Token buckets by name. In any span of time a name is granted at most its burst and what comes back in that time; names
 * beyond `most` share one bucket, so that memory is bounded and nobody gets more by having many names.
 */
export class Buckets {
  readonly #most: number;
  readonly #buckets = new Map<string, Bucket>();
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many names are remembered. */
  get size(): number {
    return this.#buckets.size;
  }

  /**
   * Takes `cost` units from a name's bucket, all or none. What costs more than a full bucket takes a full one.
   * @param nowMs monotonic
   */
  take(name: string, { cost, rate, nowMs }: { cost: number; rate: Rate; nowMs: number }): Taken {
    const kept = this.#keptName(name, rate, nowMs);
    const units = unitsOf(this.#buckets.get(kept), rate, nowMs);
    const wanted = Math.min(cost, rate.burst);
    const granted = units >= wanted - ROUNDING;
    const left = granted ? units - wanted : units;
    this.#buckets.set(kept, { units: left, atMs: nowMs });
    return {
      granted,
      remaining: Math.max(0, Math.floor(left + ROUNDING)),
      waitMs: granted ? 0 : Math.ceil(((wanted - units - ROUNDING / 2) * 60_000) / rate.perMinute),
    };
  }

  #keptName(name: string, rate: Rate, nowMs: number): string {
    if (this.#buckets.has(name) || this.#buckets.size < this.#most) return name;
    if (nowMs - this.#sweptAtMs >= SWEEP_MS) {
      this.#sweptAtMs = nowMs;
      // A full bucket is as good as none.
      for (const [each, bucket] of this.#buckets)
        if (unitsOf(bucket, rate, nowMs) >= rate.burst) this.#buckets.delete(each);
    }
    return this.#buckets.size < this.#most ? name : EVERYONE_ELSE;
  }
}

function unitsOf(bucket: Bucket | undefined, { perMinute, burst }: Rate, nowMs: number): number {
  if (bucket === undefined) return burst;
  return Math.min(burst, bucket.units + ((nowMs - bucket.atMs) * perMinute) / 60_000);
}
