/** Share of its period that a validator of the Primary Network must be seen up to be paid, percent. */
export const UPTIME_REQUIRED_PERCENT = 80;

/** What a period allows of absence; all in seconds. */
export interface DowntimeBudget {
  allowed: number;
  used: number;
  /** How much longer it may be away and still be paid; 0 when the budget is spent. */
  left: number;
}

/**
 * Downtime of a running period at `now`, from the uptime the node has seen so far (percent). Times are unix seconds.
 * @source avalanchego: a reward is paid for an uptime of at least 80 % over the whole period
 */
export function downtimeBudget(
  period: { start: number; end: number; now: number },
  uptimePercent: number,
): DowntimeBudget {
  const { start, end } = period;
  const now = Math.min(Math.max(period.now, start), end);
  const allowed = ((end - start) * (100 - UPTIME_REQUIRED_PERCENT)) / 100;
  const used = ((now - start) * (100 - uptimePercent)) / 100;
  return { allowed, used, left: Math.max(0, Math.min(allowed - used, end - now)) };
}

/** Uptime as the node saw it, percent, cut to hundredths: `99.92`, and never more than was seen. */
export function sayUptime(percent: number): string {
  if (percent > 0 && percent < 0.01) return "<0.01";
  return String(Math.floor(Math.round(percent * 1e6) / 1e4) / 100);
}
