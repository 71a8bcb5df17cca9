/** Uptime that a validator of the Primary Network needs over its period to be paid, percent. */
export const UPTIME_REQUIRED_PERCENT = 80;

/** Downtime that a period allows, in seconds. */
export interface DowntimeBudget {
  allowed: number;
  used: number;
  /** Downtime left before the reward is lost; 0 if the budget is spent. */
  left: number;
}

/**
 * Downtime of a current period at `now`, from its uptime so far as the node saw it (percent). Times are unix seconds.
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

/** Uptime as the node saw it, percent, cut to hundredths: `99.92`. */
export function formatUptime(percent: number): string {
  if (percent > 0 && percent < 0.01) return "<0.01";
  return String(Math.floor(Math.round(percent * 1e6) / 1e4) / 100);
}
