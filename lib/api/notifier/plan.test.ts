import { describe, expect, it } from "vitest";
import type { FirnAlert } from "../../contract/firn/alerts";
import type { AlertStateRow, AlertToldRow } from "../../store/queries/webhooks/alert";
import { planOf, type Seen } from "./plan";
import { isQuiet } from "./quiet";
import type { Channel } from "./settings";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const away: FirnAlert = { kind: "node-away", error: "refused" };
const old: FirnAlert = { kind: "version-old", version: "1.0.0", newerPercent: 60 };
const starting: FirnAlert = { kind: "streams-starting", streams: ["P/block"] };
const runsOut = (level: "low" | "critical"): FirnAlert => ({
  kind: "l1-balance-low",
  validationId: "v",
  subnetId: "s",
  runsOutTimestamp: 1,
  level,
});

function channel(change: Partial<Channel> = {}): Channel {
  const hook = { type: "webhook", name: "a", url: "https://example.org/", secret: "s".repeat(16) } as const;
  return { ...hook, severity: "warning", recovery: true, ...change } as Channel;
}

/** Channels over time: what each look told is `state title-key`, and rows are kept as a store keeps them. */
function openChannels(...channels: Channel[]) {
  const states = new Map<string, AlertStateRow>();
  const told = new Map<string, AlertToldRow>();
  const idOf = (row: Pick<AlertToldRow, "channel" | "key">) => `${row.channel}/${row.key}`;
  return (nowMs: number, alerts: FirnAlert[], unknown: FirnAlert["kind"][] = []) => {
    const seen: Seen = { alerts, unknown: new Set(unknown) };
    const kept = { states: [...states.values()], told: [...told.values()] };
    const plan = planOf(seen, kept, { channels, nowMs });
    for (const row of plan.states) states.set(row.key, row);
    for (const key of plan.endedStates) states.delete(key);
    for (const row of plan.told) told.set(idOf(row), row);
    for (const row of plan.endedTold) told.delete(idOf(row));
    if (alerts.length === 0 && plan.endedStates.length > 0) expect([states.size, told.size]).toEqual([0, 0]);
    return plan.tellings.map(({ channel: { name }, state, key }) => `${name}: ${state} ${key}`);
  };
}

describe("what channels are told", () => {
  it("is the beginning at once, nothing while it lasts, and the end once it stayed away for a minute", () => {
    const at = openChannels(channel());
    expect(at(0, [away])).toEqual(["a: on node-away"]);
    expect(at(MINUTE, [away])).toEqual([]);
    expect(at(2 * MINUTE, [])).toEqual([]);
    expect(at(2 * MINUTE + 59_999, [])).toEqual([]);
    expect(at(3 * MINUTE, [])).toEqual(["a: over node-away"]);
    expect(at(4 * MINUTE, [])).toEqual([]);
    expect(at(5 * MINUTE, [away])).toEqual(["a: on node-away"]);
  });

  it("is nothing of what comes and goes in between", () => {
    const at = openChannels(channel());
    at(0, [away]);
    for (let minute = 1; minute < 30; minute++)
      expect(at(minute * MINUTE, minute % 2 === 0 ? [away] : [], [])).toEqual([]);
  });

  it("is no end of what is unknown, and no beginning either", () => {
    const at = openChannels(channel());
    expect(at(0, [old])).toEqual(["a: on version-old"]);
    expect(at(HOUR, [], ["version-old"])).toEqual([]);
    expect(at(2 * HOUR, [])).toEqual([]);
    expect(at(3 * HOUR, [])).toEqual(["a: over version-old"]);
    expect(at(4 * HOUR, [], ["version-old"])).toEqual([]);
  });

  it("is one thing when all streams wait for the same node, and each stream when only they do", () => {
    const waits: FirnAlert[] = ["P/block", "X/block"].map((stream) => ({ kind: "stream-waiting", stream }));
    const at = openChannels(channel());
    expect(at(0, waits)).toEqual([]);
    expect(at(10_000, [away], ["stream-waiting"])).toEqual(["a: on node-away"]);
    expect(at(MINUTE, [away], ["stream-waiting"])).toEqual([]);
    at(2 * MINUTE, []);
    expect(at(3 * MINUTE, [])).toEqual(["a: over node-away"]);
    expect(at(4 * MINUTE, waits)).toEqual([]);
    expect(at(4 * MINUTE + 15_000, waits)).toEqual([
      "a: on stream-waiting P/block",
      "a: on stream-waiting X/block",
    ]);
    const error = { code: "INDEXER_AWAY", message: "silent", at: 1 };
    const silent: FirnAlert = { kind: "stream-stopped", stream: "EVM 7", error };
    const stopped: FirnAlert = { ...silent, error: { ...error, code: "UNKNOWN_TYPE" } };
    expect(openChannels(channel())(0, [silent])).toEqual([]);
    expect(openChannels(channel())(0, [stopped])).toEqual(["a: on stream-stopped EVM 7"]);
  });

  it("is repeated as often as the channel says, and not without", () => {
    const at = openChannels(channel({ repeatHours: 2 }), channel({ name: "b" }));
    expect(at(0, [away])).toEqual(["a: on node-away", "b: on node-away"]);
    expect(at(2 * HOUR - 1, [away])).toEqual([]);
    expect(at(2 * HOUR, [away])).toEqual(["a: still node-away"]);
    expect(at(3 * HOUR, [away])).toEqual([]);
    expect(at(4 * HOUR, [away])).toEqual(["a: still node-away"]);
  });

  it("is told again when it gets worse", () => {
    const at = openChannels(channel());
    expect(at(0, [runsOut("low")])).toEqual(["a: on l1-balance-low v"]);
    expect(at(1, [runsOut("critical")])).toEqual(["a: on l1-balance-low v"]);
    expect(at(2, [runsOut("critical")])).toEqual([]);
    expect(at(3, [runsOut("low")])).toEqual([]);
  });

  it("is what the channel is for", () => {
    const all = [away, old, starting];
    const told = (change: Partial<Channel>) => openChannels(channel(change))(0, all);
    expect(told({})).toEqual(["a: on node-away", "a: on version-old"]);
    expect(told({ severity: "info" }).length).toBe(3);
    expect(told({ severity: "critical" })).toEqual(["a: on node-away"]);
    expect(told({ only: ["version-old"] })).toEqual(["a: on version-old"]);
    expect(told({ except: ["version-old"] })).toEqual(["a: on node-away"]);
  });

  it("is no end where the channel wants none, or where nothing has ended", () => {
    const at = openChannels(channel({ recovery: false }));
    at(0, [away]);
    at(MINUTE, []);
    expect(at(2 * MINUTE, [])).toEqual([]);
    expect(at(3 * MINUTE, [away])).toEqual(["a: on node-away"]);
    const period: FirnAlert = { kind: "period-ending", nodeId: "n", endTimestamp: 1 };
    const other = openChannels(channel());
    expect(other(0, [period])).toEqual(["a: on period-ending n 1"]);
    other(MINUTE, []);
    expect(other(2 * MINUTE, [])).toEqual([]);
  });

  it("waits for the end of quiet hours, and is left out if it is over by then", () => {
    const quiet = { hours: "22:00-07:00", timeZone: "UTC", exceptCritical: false };
    const at = openChannels(channel({ quiet }));
    expect(at(23 * HOUR, [away, old])).toEqual([]);
    expect(at(26 * HOUR, [away])).toEqual([]);
    expect(at(31 * HOUR, [away])).toEqual(["a: on node-away"]);
    // Over in the next night: told in the morning.
    at(50 * HOUR, []);
    expect(at(51 * HOUR, [])).toEqual([]);
    expect(at(55 * HOUR, [])).toEqual(["a: over node-away"]);
  });

  it("passes quiet hours when critical and the channel says so", () => {
    const quiet = { hours: "22:00-07:00", timeZone: "UTC", exceptCritical: true };
    const at = openChannels(channel({ quiet }));
    expect(at(23 * HOUR, [away, old])).toEqual(["a: on node-away"]);
    expect(at(31 * HOUR, [away, old])).toEqual(["a: on version-old"]);
  });
});

describe("quiet hours", () => {
  it("are by the clock of their time zone, summer time included", () => {
    const night = { hours: "22:00-07:00", timeZone: "Europe/Berlin", exceptCritical: false };
    const at = (text: string) => isQuiet(night, Date.parse(text));
    expect([at("2026-01-15T20:59:59Z"), at("2026-01-15T21:00:00Z")]).toEqual([false, true]);
    expect([at("2026-07-15T19:59:59Z"), at("2026-07-15T20:00:00Z")]).toEqual([false, true]);
    expect([at("2026-01-15T05:59:59Z"), at("2026-01-15T06:00:00Z")]).toEqual([true, false]);
  });

  it("may be within a day", () => {
    const noon = { hours: "12:00-13:30", timeZone: "UTC", exceptCritical: false };
    const at = (text: string) => isQuiet(noon, Date.parse(`2026-01-15T${text}Z`));
    expect(["11:59:59", "12:00:00", "13:29:59", "13:30:00"].map(at)).toEqual([false, true, true, false]);
  });
});
