/** What a route costs before it was ever asked for, ms of reading. */
const UNKNOWN_MS = 5;
/** How much the newest answer counts. Much, if it took less: what took longer may have waited for a busy machine. */
const SHARE = { less: 0.5, more: 0.05 };
/** From here on a request is wide, or huge: quick ones do not wait behind many of the former, or one of the latter. */
const WIDE_MS = 20;
const HUGE_MS = 200;

/** What a request is expected to cost. */
export const KINDS = ["quick", "wide", "huge"] as const;
export type Kind = (typeof KINDS)[number];

/** Where requests wait: with others of their cost, or with those that the same thread has to answer. */
export const LINES = [...KINDS, "together"] as const;
export type Line = (typeof LINES)[number];

/** How long the answers of each route read lately. */
export class Costs {
  readonly #lately = new Map<string, number>();

  kindOf(route: string): Kind {
    const ms = this.#of(route);
    if (ms >= HUGE_MS) return "huge";
    return ms >= WIDE_MS ? "wide" : "quick";
  }

  learn(route: string, tookMs: number): void {
    const lately = this.#of(route);
    const share = tookMs < lately ? SHARE.less : SHARE.more;
    this.#lately.set(route, lately * (1 - share) + tookMs * share);
  }

  /** Expected time of reading, ms. */
  #of(route: string): number {
    return this.#lately.get(route) ?? UNKNOWN_MS;
  }
}
