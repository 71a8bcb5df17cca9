import type { Selectable } from "kysely";
import type { ObservedDb } from "../../db";
import {
  addObservations,
  type NodeSums,
  type Observation,
  packValidators,
  unpackValidator,
  unpackValidators,
  type ValidatorSums,
} from "../../rows/observation";
import type { ObservationTable } from "../../tables/observed";

/** Seconds of the stretches that observations are kept of, and for how long, seconds. */
export const STEPS = { minute: 60, hour: 3_600, day: 86_400 } as const;
export type ObservedStep = keyof typeof STEPS;
const KEPT_SECONDS = { minute: 86_400, hour: 60 * 86_400 };

/** An observation and when its stretch begins, unix seconds. */
export interface ObservationAt extends Observation {
  at: number;
}

/** What was observed of one validator, or of the node itself. */
export interface ValidatorSumsAt extends Pick<ObservationAt, "at" | "asked" | "answered"> {
  /** Undefined if it was not seen. */
  sums: ValidatorSums | undefined;
}
export type NodeSumsAt = Omit<ObservationAt, "validators">;

/** A part of the list of stretches of one length: at most `limit` that begin before `before` (unix seconds). */
interface Span {
  step: ObservedStep;
  before?: number | undefined;
  limit: number;
}

/** What was observed in one minute. Validators by their node ids, 20 bytes, or validation ids, 32 bytes. */
export interface Sample extends Omit<Observation, "validators"> {
  validators: readonly (readonly [
    id: Uint8Array,
    seen: { connected: boolean; uptime: number | undefined },
  ])[];
}

/**
 * Adds what was observed at a time, unless that minute has an observation already. Hours and days that are over by then get
 * theirs from what is kept of them, and what is kept for long enough is deleted. Runs in a transaction.
 */
export async function writeSample(db: ObservedDb, sample: Sample, nowSeconds: number): Promise<void> {
  const at = startOf(nowSeconds, STEPS.minute);
  const last = await newestAt(db, "minute");
  if (last !== undefined && last >= at) return;
  const numbers = await numbersOf(
    db,
    sample.validators.map(([id]) => id),
  );
  const validators = new Map(
    sample.validators.map(([, { connected, uptime }], index) => [
      numbers[index] ?? 0,
      { seen: 1, connected: Number(connected), uptime },
    ]),
  );
  await insert(db, STEPS.minute, { ...sample, validators, at });
  await sumUp(db, { of: "minute", to: "hour", at });
  await sumUp(db, { of: "hour", to: "day", at });
  for (const step of ["minute", "hour"] as const)
    await db
      .deleteFrom("observation")
      .where("step", "=", STEPS[step])
      .where("at", "<", at - KEPT_SECONDS[step])
      .execute();
}

/** Writes what is over before `at` and not written yet. */
async function sumUp(
  db: ObservedDb,
  { of, to, at }: { of: "minute" | "hour"; to: "hour" | "day"; at: number },
): Promise<void> {
  const last = await newestAt(db, to);
  const end = startOf(at, STEPS[to]);
  const from = last === undefined ? 0 : last + STEPS[to];
  if (from >= end) return;
  const rows = await select(db, of).where("at", ">=", from).where("at", "<", end).orderBy("at").execute();
  const parts = new Map<number, Observation[]>();
  for (const row of rows) {
    const start = startOf(row.at, STEPS[to]);
    parts.set(start, [...(parts.get(start) ?? []), read(row)]);
  }
  for (const [start, each] of parts) await insert(db, STEPS[to], { ...addObservations(each), at: start });
}

/** When the newest stretch of a length begins that has an observation. */
async function newestAt(db: ObservedDb, step: ObservedStep): Promise<number | undefined> {
  return (await spanOf(db, { step, limit: 1 }).select("at").executeTakeFirst())?.at;
}

function startOf(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step;
}

async function insert(db: ObservedDb, step: number, observation: ObservationAt): Promise<void> {
  const { at, asked, answered, node, validators } = observation;
  await db
    .insertInto("observation")
    .values({ step, at, asked, answered, node: JSON.stringify(node), validators: packValidators(validators) })
    .execute();
}

/** Numbers of validators; those that have none get one. */
async function numbersOf(db: ObservedDb, ids: readonly Uint8Array[]): Promise<number[]> {
  const rows = await db.selectFrom("observed_validator").selectAll().execute();
  const known = new Map(rows.map(({ node_id, number }) => [keyOf(node_id), number]));
  let next = Math.max(0, ...known.values()) + 1;
  const added: { number: number; node_id: Uint8Array }[] = [];
  const numbers = ids.map((node_id) => {
    const number = known.get(keyOf(node_id)) ?? next++;
    if (!known.has(keyOf(node_id))) added.push({ number, node_id });
    known.set(keyOf(node_id), number);
    return number;
  });
  for (let from = 0; from < added.length; from += MOST_ROWS)
    await db
      .insertInto("observed_validator")
      .values(added.slice(from, from + MOST_ROWS))
      .execute();
  return numbers;
}

/** Rows of one statement. */
const MOST_ROWS = 500;

function keyOf(nodeId: Uint8Array): string {
  return Buffer.from(nodeId).toString("latin1");
}

/** The number of a validator, by its node id or validation id; undefined if it was never observed. */
export async function observedNumber(db: ObservedDb, id: Uint8Array): Promise<number | undefined> {
  const row = await db
    .selectFrom("observed_validator")
    .select("number")
    .where("node_id", "=", id)
    .executeTakeFirst();
  return row?.number;
}

/** Observations, newest first. */
export async function listObservations(db: ObservedDb, span: Span): Promise<ObservationAt[]> {
  return (await spanOf(db, span).selectAll().execute()).map(read);
}

/** The same of one validator, by its number. */
export async function listValidatorSums(
  db: ObservedDb,
  { number, ...span }: Span & { number: number },
): Promise<ValidatorSumsAt[]> {
  const rows = await spanOf(db, span).select(["at", "asked", "answered", "validators"]).execute();
  return rows.map(({ validators, ...row }) => ({ ...row, sums: unpackValidator(validators, number) }));
}

/** The same of the node itself. */
export async function listNodeSums(db: ObservedDb, span: Span): Promise<NodeSumsAt[]> {
  const rows = await spanOf(db, span).select(["at", "asked", "answered", "node"]).execute();
  return rows.map(({ node, ...row }) => ({ ...row, node: JSON.parse(node) as NodeSums }));
}

function spanOf(db: ObservedDb, { step, before = Number.MAX_SAFE_INTEGER, limit }: Span) {
  return db
    .selectFrom("observation")
    .where("step", "=", STEPS[step])
    .where("at", "<", before)
    .orderBy("at", "desc")
    .limit(limit);
}

/** The stretch that is not over, from what is kept of it: undefined if that is nothing. */
export async function readUnfinished(
  db: ObservedDb,
  step: "hour" | "day",
  nowSeconds: number,
): Promise<ObservationAt | undefined> {
  const at = startOf(nowSeconds, STEPS[step]);
  const last = await newestAt(db, step);
  if (last !== undefined && last >= at) return undefined;
  const hours = step === "hour" ? [] : await since(db, "hour", at);
  const from = hours.length === 0 ? at : Math.max(...hours.map((hour) => hour.at)) + STEPS.hour;
  const parts = [...hours, ...(await since(db, "minute", from))];
  return parts.length === 0 ? undefined : { ...addObservations(parts), at };
}

async function since(db: ObservedDb, step: ObservedStep, from: number): Promise<ObservationAt[]> {
  return (await select(db, step).where("at", ">=", from).orderBy("at").execute()).map(read);
}

function select(db: ObservedDb, step: ObservedStep) {
  return db.selectFrom("observation").selectAll().where("step", "=", STEPS[step]);
}

function read({ at, asked, answered, node, validators }: Selectable<ObservationTable>): ObservationAt {
  return {
    at,
    asked,
    answered,
    node: JSON.parse(node) as NodeSums,
    validators: unpackValidators(validators),
  };
}
