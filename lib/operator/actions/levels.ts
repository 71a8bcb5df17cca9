import { openAdminClient } from "../../client/admin";
import type { LoggerLevels, LogLevel } from "../../contract/node/admin";
import type { CallOutcome } from "../../contract/operator/actions";
import type { PutBack } from "../../contract/operator/console";
import { InputError } from "../../errors";
import { Mutex } from "../../mutex";
import { listPutBacks, type PutBackRow, savePutBacks } from "../../store/queries/operator/put-back";
import type { OperatorContext } from "../context";
import { openFreshNode } from "../node";
import { askNode } from "./ask";

/** A change to the levels of one logger, or of all. */
export interface LevelChange {
  loggerName?: string | undefined;
  logLevel?: LogLevel | undefined;
  displayLevel?: LogLevel | undefined;
  /** Without it the change stays until it is undone by hand. */
  putBackAfterMinutes?: number | undefined;
}

/**
 * Changes log levels. Stores what each level was before Firn first changed it, so that a restart of Firn does not lose
 * it.
 */
export interface Levels {
  change(who: string, change: LevelChange): Promise<CallOutcome>;
  list(): Promise<PutBack[]>;
  /**
   * Forgets changes that were undone otherwise, by hand or by a restart of the node. `now`: the levels that the node
   * has just reported.
   */
  notice(now: LoggerLevels): Promise<void>;
  /**
   * Puts one level back, or all of them. What fails is retried by `settle`.
   * @throws InputError NOT_FOUND
   */
  end(who: string, key?: Pick<PutBack, "loggerName" | "target">): Promise<CallOutcome[]>;
  /** Puts back what is due. `away`: why the node cannot be asked; undefined if it can. */
  settle(away: string | undefined): Promise<void>;
}

/** A change younger than this may still be on its way to the node. */
const SETTLED_MS = 60_000;
const READ_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export function openLevels(context: OperatorContext): Levels {
  const { db, nowMs, steadyMs } = context;
  // Each change needs the result of the one before.
  const mutex = new Mutex();
  const pause = openPause(steadyMs);
  const readDue = openDeadlines(context);
  return {
    list: async () => (await listPutBacks(db)).map(presentPutBack),
    notice: (now) =>
      mutex.run(async () => {
        const settled = (await listPutBacks(db)).filter(
          (row) => row.changed_at_ms < nowMs() - SETTLED_MS && isBack(row, now[row.logger_name]),
        );
        if (settled.length > 0) await savePutBacks(db, [], settled);
      }),
    change: (who, change) => mutex.run(() => changeLevels(context, who, change)),
    end: (who, key) =>
      mutex.run(async () => {
        const stored = await listPutBacks(db);
        const chosen = stored.filter((row) => key === undefined || isOf(row, key));
        if (key !== undefined && chosen.length === 0) {
          throw new InputError("NOT_FOUND", `${key.loggerName} (${key.target}) has its original level`);
        }
        await savePutBacks(
          db,
          chosen.map((row) => ({ ...row, due_at_ms: nowMs() })),
        );
        return putBackAll(context, who, chosen);
      }),
    settle: (away) =>
      mutex.run(async () => {
        const due = readDue(await listPutBacks(db));
        if (due.length === 0) return pause.end();
        if (away !== undefined) {
          const changed = due.filter((row) => row.last_error !== away);
          return savePutBacks(
            db,
            changed.map((row) => ({ ...row, last_error: away })),
          );
        }
        if (!pause.isOver()) return;
        const outcomes = await putBackAll(context, "timer", due);
        if (outcomes.every(({ outcome }) => outcome === "done")) pause.end();
        else pause.begin();
      }),
  };
}

async function changeLevels(
  context: OperatorContext,
  who: string,
  change: LevelChange,
): Promise<CallOutcome> {
  const { loggerName, logLevel, displayLevel, putBackAfterMinutes } = change;
  const stored = await listPutBacks(context.db);
  let planned: PutBackRow[] = [];
  const outcome = await askNode(context, {
    who,
    name: "setLoggerLevel",
    params: { loggerName, logLevel, displayLevel },
    also: { putBackAfterMinutes },
    // A level that was not read beforehand could never be put back.
    run: async (admin) => {
      planned = planPutBacks(await readLevels(context, loggerName), {
        change,
        stored,
        who,
        nowMs: context.nowMs(),
      });
      await savePutBacks(context.db, planned);
      await admin.setLoggerLevel(givenLevels(change));
    },
    readBack: async (admin) => describeLevels((await admin.getLoggerLevels(loggerName)) ?? {}),
  });
  await keepPlanned(context, outcome.outcome, { planned, stored });
  return outcome;
}

/** Keeps the rows stored before the change if it may have happened; restores the earlier rows if it cannot have. */
async function keepPlanned(
  { db }: OperatorContext,
  outcome: CallOutcome["outcome"],
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

/** A row for each level that the change moves away from what it was before the first change. */
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

/** Puts levels back one by one. Stops at the first that does not reach the node; the rest stay due. */
async function putBackAll(
  context: OperatorContext,
  who: string,
  rows: readonly PutBackRow[],
): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = [];
  for (const row of rows) {
    const outcome = await putBackOne(context, who, row);
    outcomes.push(outcome);
    if (outcome.outcome === "not-sent") break;
  }
  return outcomes;
}

async function putBackOne(context: OperatorContext, who: string, row: PutBackRow): Promise<CallOutcome> {
  const { logger_name: loggerName, target, goes_back_to } = row;
  const level = goes_back_to as LogLevel; // one of the node's own names
  const given = { loggerName, ...(target === "file" ? { logLevel: level } : { displayLevel: level }) };
  const outcome = await askNode(context, {
    who,
    name: "setLoggerLevel",
    params: given,
    run: (admin) => admin.setLoggerLevel(given),
    readBack: async (admin) => describeLevels((await admin.getLoggerLevels(loggerName)) ?? {}),
  });
  // A logger that no longer exists has no level to put back.
  const isGone =
    outcome.outcome === "refused" && /^logger with name .* not found$/.test(outcome.error?.message ?? "");
  if (outcome.outcome === "done" || isGone) await savePutBacks(context.db, [], [row]);
  else
    await savePutBacks(context.db, [
      { ...row, due_at_ms: context.nowMs(), last_error: outcome.error?.message ?? null },
    ]);
  return outcome;
}

async function readLevels(
  { nodeUrl }: OperatorContext,
  loggerName: string | undefined,
): Promise<LoggerLevels> {
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

/** Like "Now C writes INFO and shows WARN." */
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
 * Returns a function that selects the put-backs that are due, the longest due first. Due by the wall clock, or by the
 * steady clock since this process first saw them: setting the clock back delays nothing.
 */
function openDeadlines({ nowMs, steadyMs }: Pick<OperatorContext, "nowMs" | "steadyMs">) {
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

/** The delay between attempts. Doubles while they fail. */
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
