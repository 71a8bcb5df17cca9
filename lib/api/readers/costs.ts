/** What a route costs before it was ever asked for, ms of reading. */
const UNKNOWN_MS = 5;
/** How much the newest answer counts. Much, if it took less: what took longer may have waited for a busy machine. */
const SHARE = { less: 0.5, more: 0.05 };
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
    const lately = this.of(route);
    const share = tookMs < lately ? SHARE.less : SHARE.more;
    this.#lately.set(route, lately * (1 - share) + tookMs * share);
  }
}
