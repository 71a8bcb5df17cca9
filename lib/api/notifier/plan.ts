import type { Severity } from "../../contract/alert-settings";
import type { FirnAlert } from "../../contract/firn/alerts";
import type { AlertStateRow, AlertToldRow } from "../../store/queries/webhooks/alert";
import { isAtLeast, severityOf } from "../../words/alert-guide";
import { keyOf } from "./key";
import type { NoteState } from "./note";
import { isQuiet } from "./quiet";
import type { Channel } from "./settings";

/** How long an alert has to stay away before it is over: what comes and goes is told once. */
const OVER_AFTER_MS = 60_000;
/** How long what may be part of something larger is waited with: a node or an indexer that is away is one message. */
const SETTLES_MS = 15_000;
const HOUR_MS = 3_600_000;
/** What happened once: that it is no longer told is no news. */
const ENDS_BY_ITSELF: ReadonlySet<FirnAlert["kind"]> = new Set([
  ...(["period-ending", "reward-missed", "l1-weight-lost"] as const),
]);

/** What is known now. */
export interface Seen {
  alerts: readonly FirnAlert[];
  /** Kinds of which nothing is known: those that are on go on. */
  unknown: ReadonlySet<FirnAlert["kind"]>;
}

export interface Kept {
  states: readonly AlertStateRow[];
  told: readonly AlertToldRow[];
}

/** One message to one channel. */
export interface Telling {
  channel: Channel;
  state: Exclude<NoteState, "test">;
  key: string;
  alert: FirnAlert;
  sinceMs: number;
  /** Which message of this alert to this channel it is, from 1. */
  count: number;
}

/** What changes: rows to write and to delete, and what is told. */
export interface Plan {
  states: AlertStateRow[];
  endedStates: string[];
  told: AlertToldRow[];
  endedTold: Pick<AlertToldRow, "channel" | "key">[];
  tellings: Telling[];
}

/** What is to be written and told, given what was. A function of its arguments alone. */
export function planOf(
  seen: Seen,
  { states, told }: Kept,
  { channels, nowMs }: { channels: readonly Channel[]; nowMs: number },
): Plan {
  const plan: Plan = { states: [], endedStates: [], told: [], endedTold: [], tellings: [] };
  const now = new Map(seen.alerts.map((alert) => [keyOf(alert), alert]));
  const known = new Map(states.map((row) => [row.key, row]));
  for (const key of new Set([...known.keys(), ...now.keys()])) {
    const kept = known.get(key);
    const alert = now.get(key) ?? (kept && (JSON.parse(kept.alert) as FirnAlert));
    if (alert === undefined) continue;
    const isThere = now.has(key) || seen.unknown.has(alert.kind);
    const goneMs = isThere ? null : (kept?.gone_ms ?? nowMs);
    const sinceMs = kept?.since_ms ?? nowMs;
    const isOver = goneMs !== null && nowMs - goneMs >= OVER_AFTER_MS;
    const one = { key, alert, sinceMs };
    const toldOf = told.filter((row) => row.key === key);
    const toldNow = channels.map((channel) =>
      tell(
        plan,
        { ...one, channel, row: toldOf.find((row) => row.channel === channel.name) },
        {
          nowMs,
          isSeen: now.has(key),
          isOver,
        },
      ),
    );
    if (isOver && !toldNow.some(Boolean)) plan.endedStates.push(key);
    else if (kept === undefined || kept.gone_ms !== goneMs)
      plan.states.push({
        key,
        alert: kept?.alert ?? JSON.stringify(alert),
        since_ms: sinceMs,
        gone_ms: goneMs,
      });
  }
  return plan;
}

interface One {
  key: string;
  alert: FirnAlert;
  sinceMs: number;
  channel: Channel;
  /** That this channel was told, if it was. */
  row: AlertToldRow | undefined;
}

/** Adds what one channel is told of one alert. @returns whether it is still to be told that this alert is over */
function tell(
  plan: Plan,
  { row, ...one }: One,
  { nowMs, isSeen, isOver }: { nowMs: number; isSeen: boolean; isOver: boolean },
): boolean {
  const { channel, key, alert } = one;
  const severity = severityOf(alert);
  const isHeld =
    channel.quiet !== undefined &&
    isQuiet(channel.quiet, nowMs) &&
    !(channel.quiet.exceptCritical && severity === "critical");
  if (isOver) {
    if (row === undefined) return false;
    if (isHeld) return true;
    if (channel.recovery && !ENDS_BY_ITSELF.has(alert.kind))
      plan.tellings.push({ ...one, state: "over", count: row.count + 1 });
    plan.endedTold.push({ channel: channel.name, key });
    return false;
  }
  const state = stateToTell(one, { row, severity, nowMs });
  const isSettled = nowMs - one.sinceMs >= (isPart(alert) ? SETTLES_MS : 0);
  if (!isSeen || !isSettled || isHeld || state === undefined) return row !== undefined;
  const count = (row?.count ?? 0) + 1;
  plan.tellings.push({ ...one, state, count });
  plan.told.push({ channel: channel.name, key, severity, told_ms: nowMs, count });
  return true;
}

/** Whether an alert about one stream may soon turn out to be about all. */
function isPart(alert: FirnAlert): boolean {
  if (alert.kind === "stream-waiting") return true;
  return alert.kind === "stream-stopped" && alert.error?.code === "INDEXER_AWAY";
}

/** What a channel is to be told of an alert that is there; undefined if nothing. */
function stateToTell(
  { channel, alert }: Omit<One, "row">,
  { row, severity, nowMs }: { row: AlertToldRow | undefined; severity: Severity; nowMs: number },
): "on" | "still" | undefined {
  if (!isWanted(channel, alert, severity)) return undefined;
  // Worse than when it was told is news.
  if (row === undefined || !isAtLeast(row.severity as Severity, severity)) return "on";
  const { repeatHours } = channel;
  return repeatHours !== undefined && nowMs - row.told_ms >= repeatHours * HOUR_MS ? "still" : undefined;
}

function isWanted(
  { only, except, severity: least }: Channel,
  { kind }: FirnAlert,
  severity: Severity,
): boolean {
  if (only !== undefined && !only.includes(kind)) return false;
  if (except?.includes(kind)) return false;
  return isAtLeast(severity, least);
}
