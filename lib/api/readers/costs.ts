/** What a route costs before it was ever asked for, ms of reading. */
const UNKNOWN_MS = 5;
/** How much the newest answer counts. */
const SHARE = 0.2;
/** From here on a request is wide: others are not made to wait behind it. */
const WIDE_MS = 50;

/** How long the answers of each route read lately. */
export class Costs {
  readonly #lately = new Map<string, number>();

  /** Expected time of reading, ms. */
  of(route: string): number {
    return this.#lately.get(route) ?? UNKNOWN_MS;
  }

  isWide(route: string): boolean {
    return this.of(route) >= WIDE_MS;
  }

  learn(route: string, tookMs: number): void {
    this.#lately.set(route, this.of(route) * (1 - SHARE) + tookMs * SHARE);
  }
}
