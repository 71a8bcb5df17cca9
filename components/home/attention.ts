import type { IconName } from "@/components/ui/icon";
import type { FirnAlert } from "@/lib/contract/firn/alerts";
import { type AlertKind, type AlertWords, wordsOfAlert } from "@/lib/words/alerts";

/** One thing an operator should look at. */
export interface Attention extends AlertWords {
  icon: IconName;
}

/** An alert in words. `now` is the wall clock, unix milliseconds. */
export function describeAlert(alert: FirnAlert, now: number): Attention {
  const isLow = alert.kind === "l1-balance-low" && alert.level !== "critical";
  return { icon: isLow ? "alert" : ICONS[alert.kind], ...wordsOfAlert(alert, now) };
}

const ICONS: Record<AlertKind, IconName> = {
  "file-damaged": "bad",
  "verify-differs": "bad",
  "indexer-away": "bad",
  "stream-stopped": "bad",
  "node-away": "alert",
  "stream-waiting": "alert",
  "stream-behind": "pend",
  "requests-limited": "pend",
  "node-bootstrapping": "pend",
  "node-unhealthy": "alert",
  "node-health-unknown": "ring",
  "streams-starting": "ring",
  "genesis-unknown": "alert",
  "graph-incomplete": "alert",
  "blocks-missing": "alert",
  "chain-quiet": "clock",
  "uptime-low": "alert",
  "period-ending": "clock",
  "reward-missed": "bad",
  "l1-validator-inactive": "bad",
  "l1-balance-low": "bad",
  "l1-weight-lost": "alert",
  "exports-waiting": "alert",
  "upgrade-not-ready": "bad",
  "version-old": "alert",
  "disk-low": "alert",
  "data-disk-low": "alert",
  "connected-low": "alert",
};
