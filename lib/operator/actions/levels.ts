import { openAdminClient } from "../../client/admin";
import type { LoggerLevels, LogLevel } from "../../contract/node/admin";
import type { Outcome } from "../../contract/operator/actions";
import type { PutBack } from "../../contract/operator/console";
import { InputError } from "../../errors";
import { listPutBacks, type PutBackRow, savePutBacks } from "../../store/queries/operator/put-back";
import type { Desk } from "../desk";
import { openFreshNode } from "../node";
import { openTurns } from "../turns";
import { askNode } from "./ask";

/** A change of levels, of one logger or of all. */
export interface LevelChange {
  loggerName?: string | undefined;
  logLevel?: LogLevel | undefined;
  displayLevel?: LogLevel | undefined;
  /** Without it the change stays until it is ended. */
  putBackAfterMinutes?: number | undefined;
}

/** Changes levels, and knows what each was before Firn first changed it: that survives this process. */
export interface Levels {
  change(who: string, change: LevelChange): Promise<Outcome>;
  list(): Promise<PutBack[]>;
  /** Forgets what has gone back otherwise, by somebody's hand or the node's restart; `now` is what the node just said. */
  notice(now: LoggerLevels): Promise<void>;
  /** Puts one level back, or all of them; what fails is tried again by `settle`. @throws InputError NOT_FOUND */
  end(who: string, key?: Pick<PutBack, "loggerName" | "target">): Promise<Outcome[]>;
  /** Puts back what is due. `away` is why the node can't be asked, while it can't. */
  settle(away: string | undefined): Promise<void>;
}

/** A change that is younger may still be on its way to the node. */
const SETTLED_MS = 60_000;
const READ_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export function openLevels(desk: Desk): Levels {
  const { db, nowMs, steadyMs } = desk;
  // One at a time: each needs to know what the one before it left.
  const inTurn = openTurns();
  const pause = openPause(steadyMs);
  const readDue = openDeadlines(desk);
  return {
    list: async () => (await listPutBacks(db)).map(presentPutBack),
    notice: (now) =>
      inTurn(async () => {
        const settled = (await listPutBacks(db)).filter(
          (row) => row.changed_at_ms < nowMs() - SETTLED_MS && isBack(row, now[row.logger_name]),
        );
        if (settled.length > 0) await savePutBacks(db, [], settled);
      }),
    change: (who, change) => inTurn(() => changeLevels(desk, who, change)),
    end: (who, key) =>
      inTurn(async () => {
        const stored = await listPutBacks(db);
        const chosen = stored.filter((row) => key === undefined || isOf(row, key));
        if (key !== undefined && chosen.length === 0) {
          throw new InputError("NOT_FOUND", `${key.loggerName} (${key.target}) is as it was before`);
        }
        await savePutBacks(
          db,
          chosen.map((row) => ({ ...row, due_at_ms: nowMs() })),
        );
        return putBackAll(desk, who, chosen);
      }),
    settle: (away) =>
      inTurn(async () => {
        const due = readDue(await listPutBacks(db));
        if (due.length === 0) return pause.end();
        if (away !== undefined) {
          const told = due.filter((row) => row.last_error !== away);
          return savePutBacks(
            db,
            told.map((row) => ({ ...row, last_error: away })),
          );
        }
        if (!pause.isOver()) return;
        const outcomes = await putBackAll(desk, "timer", due);
        if (outcomes.every(({ outcome }) => outcome === "done")) pause.end();
        else pause.begin();
      }),
  };
}

async function changeLevels(desk: Desk, who: string, change: LevelChange): Promise<Outcome> {
  const { loggerName, logLevel, displayLevel, putBackAfterMinutes } = change;
  const stored = await listPutBacks(desk.db);
  let planned: PutBackRow[] = [];
  const outcome = await askNode(desk, {
    who,
    name: "setLoggerLevel",
    params: { loggerName, logLevel, displayLevel },
    also: { putBackAfterMinutes },
    // What is not known beforehand could never be put back.
    run: async (admin) => {
      planned = planPutBacks(await readLevels(desk, loggerName), {
        change,
        stored,
        who,
        nowMs: desk.nowMs(),
      });
      await savePutBacks(desk.db, planned);
      await admin.setLoggerLevel(givenLevels(change));
    },
    readBack: async (admin) => describeLevels((await admin.getLoggerLevels(loggerName)) ?? {}),
  });
  await keepPlanned(desk, outcome.outcome, { planned, stored });
  return outcome;
}

/** What was stored beforehand stays if the change may have happened, and is taken back if it can't have. */
async function keepPlanned(
  { db }: Desk,
  outcome: Outcome["outcome"],
  { planned, stored }: { planned: PutBackRow[]; stored: PutBackRow[] },
): Promise<void> {
  if (outcome === "done") {
    await savePutBacks(
      db,
      [],
      planned.filter(({ level, goes_back_to }) => level === goes_back_to),
    );
  }
  if (outcome === "refused" || outcome === "not-sent") {
    const before = stored.filter((known) => planned.some((row) => isSame(row, known)));
    await savePutBacks(db, before, planned);
  }
}

/** Rows for every level that the change would make another than it was before the first change. */
function planPutBacks(
  before: LoggerLevels,
  plan: { change: LevelChange; stored: PutBackRow[]; who: string; nowMs: number },
): PutBackRow[] {
  const { logLevel, displayLevel, putBackAfterMinutes } = plan.change;
  const due = putBackAfterMinutes === undefined ? null : plan.nowMs + putBackAfterMinutes * 60_000;
  return Object.entries(before).flatMap(([logger_name, levels]) =>
    [
      { target: "file" as const, now: levels.logLevel, level: logLevel },
      { target: "display" as const, now: levels.displayLevel, level: displayLevel },
    ].flatMap(({ target, now, level }): PutBackRow[] => {
      if (level === undefined) return [];
      const known = plan.stored.find((row) => isSame(row, { logger_name, target }));
      if (known === undefined && now === level) return [];
      const goes_back_to = known?.goes_back_to ?? now;
      const changed = { changed_at_ms: plan.nowMs, changed_by: plan.who, due_at_ms: due, last_error: null };
      return [{ logger_name, target, level, goes_back_to, ...changed }];
    }),
  );
}

/** One after another; when one did not reach the node, those after it are left for later. */
async function putBackAll(desk: Desk, who: string, rows: readonly PutBackRow[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const row of rows) {
    const outcome = await putBackOne(desk, who, row);
    outcomes.push(outcome);
    if (outcome.outcome === "not-sent") break;
  }
  return outcomes;
}

async function putBackOne(desk: Desk, who: string, row: PutBackRow): Promise<Outcome> {
  const { logger_name: loggerName, target, goes_back_to } = row;
  const level = goes_back_to as LogLevel; // the node's own name of it
  const given = { loggerName, ...(target === "file" ? { logLevel: level } : { displayLevel: level }) };
  const outcome = await askNode(desk, {
    who,
    name: "setLoggerLevel",
    params: given,
    run: (admin) => admin.setLoggerLevel(given),
    readBack: async (admin) => describeLevels((await admin.getLoggerLevels(loggerName)) ?? {}),
  });
  // A logger that is gone took its level with it.
  const isGone =
    outcome.outcome === "refused" && /^logger with name .* not found$/.test(outcome.error?.message ?? "");
  if (outcome.outcome === "done" || isGone) await savePutBacks(desk.db, [], [row]);
  else
    await savePutBacks(desk.db, [
      { ...row, due_at_ms: desk.nowMs(), last_error: outcome.error?.message ?? null },
    ]);
  return outcome;
}

async function readLevels({ nodeUrl }: Desk, loggerName: string | undefined): Promise<LoggerLevels> {
  const admin = openAdminClient(openFreshNode(nodeUrl, { timeoutMs: READ_TIMEOUT_MS }));
  return (await admin.getLoggerLevels(loggerName)) ?? {};
}

function givenLevels({ loggerName, logLevel, displayLevel }: LevelChange) {
  return {
    ...(loggerName === undefined ? {} : { loggerName }),
    ...(logLevel === undefined ? {} : { logLevel }),
    ...(displayLevel === undefined ? {} : { displayLevel }),
  };
}

/** "C writes INFO and shows WARN" */
export function describeLevels(levels: LoggerLevels): string {
  const parts = Object.entries(levels).map(
    ([name, { logLevel, displayLevel }]) => `${name} writes ${logLevel} and shows ${displayLevel}`,
  );
  return parts.length === 0 ? "The node has no such logger now." : `Now ${parts.join("; ")}.`;
}

function isBack({ target, goes_back_to }: PutBackRow, now: LoggerLevels[string] | undefined): boolean {
  return goes_back_to === (target === "file" ? now?.logLevel : now?.displayLevel);
}

function isSame(row: PutBackRow, key: Pick<PutBackRow, "logger_name" | "target">): boolean {
  return row.logger_name === key.logger_name && row.target === key.target;
}

function isOf(row: PutBackRow, { loggerName, target }: Pick<PutBack, "loggerName" | "target">): boolean {
  return isSame(row, { logger_name: loggerName, target });
}

function presentPutBack(row: PutBackRow): PutBack {
  return {
    loggerName: row.logger_name,
    target: row.target,
    level: row.level,
    goesBackTo: row.goes_back_to,
    changedAtMs: row.changed_at_ms,
    changedBy: row.changed_by,
    ...(row.due_at_ms === null ? {} : { dueAtMs: row.due_at_ms }),
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  };
}

/**
 * Those of the stored put-backs that are due, longest due first: by the clock, or by the steady one since this process first
 * saw them, so that a clock set back keeps nothing waiting.
 */
function openDeadlines({ nowMs, steadyMs }: Pick<Desk, "nowMs" | "steadyMs">) {
  let deadlines = new Map<string, number>();
  return (stored: readonly PutBackRow[]): PutBackRow[] => {
    const timed = stored.flatMap((row) => {
      const { logger_name, target, due_at_ms: dueAtMs } = row;
      if (dueAtMs === null) return [];
      const key = `${logger_name} ${target} ${dueAtMs}`;
      return [{ row, key, dueAtMs, deadline: deadlines.get(key) ?? steadyMs() + dueAtMs - nowMs() }];
    });
    deadlines = new Map(timed.map(({ key, deadline }) => [key, deadline]));
    return timed
      .filter(({ dueAtMs, deadline }) => dueAtMs <= nowMs() || deadline <= steadyMs())
      .sort((a, b) => a.dueAtMs - b.dueAtMs)
      .map(({ row }) => row);
  };
}

/** The time between attempts, which doubles while they fail. */
function openPause(steadyMs: () => number) {
  let lengthMs = 0;
  let overAtMs = 0;
  return {
    isOver: () => steadyMs() >= overAtMs,
    begin() {
      lengthMs = Math.min(Math.max(lengthMs * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
      overAtMs = steadyMs() + lengthMs;
    },
    end() {
      lengthMs = 0;
      overAtMs = 0;
    },
  };
}
