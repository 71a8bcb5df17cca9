import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { toCsv } from "../../csv";
import { describeError, FirnError, InputError } from "../../errors";
import { every } from "../../every";
import type { Log } from "../../log";
import { toCell } from "../csv/page";
import type { Row } from "./columns";
import type { ExportFolder, ExportJob, ExportProgress } from "./folder";
import { type ExportForm, formOf } from "./forms";
import { type AskApi, ListReader } from "./list-reader";
import { writeParquet } from "./parquet";

export interface ExportOptions {
  folder: ExportFolder;
  /** Opens the API over the same stores, for as long as there is something to export. */
  openApi: () => Promise<{ ask: AskApi; close(): Promise<void> }>;
  /** Unix ms. */
  nowMs: () => number;
  signal: AbortSignal;
  log: Pick<Log, "info" | "warn" | "error">;
  /** How often new exports are looked for, ms. */
  lookMs?: number;
  /** Most bytes of rows in one file. */
  mostBytes?: number;
  /** How long one export is worked on before the next has its turn, ms. */
  turnMs?: number;
}

const LOOK_MS = 1_000;
const CLEAN_MS = 3_600_000;
const MOST_BYTES = 1024 ** 3;
/** Bytes of rows, or time, after which they are written, and how far they go is remembered. */
const PIECE = 256 * 1024;
const PIECE_MS = 5_000;
const TURN_MS = 30_000;
/** How often an export begins again because a page can no longer be had. */
const MOST_RESTARTS = 2;
const MOST_LACKS = 10;
/** Lists whose first pages are asked for at once. */
const AT_ONCE = 8;

/**
 * Writes the files of exports in turns, until the signal. What was begun before goes on where it stands. Of several processes
 * with the same folder, one works.
 */
export async function runExports(options: ExportOptions): Promise<void> {
  const { folder, nowMs, signal, log, lookMs = LOOK_MS } = options;
  let leave: (() => void) | undefined;
  let cleanedMs = Number.NEGATIVE_INFINITY;
  let said = "";
  const look = async () => {
    try {
      leave ??= await folder.hold();
      if (leave === undefined) return;
      if (Math.abs(nowMs() - cleanedMs) > CLEAN_MS) {
        await folder.removeOld(nowMs());
        cleanedMs = nowMs();
      }
      await work(options);
      said = "";
    } catch (error) {
      // Said once: a disk may be full, or a database away, for hours.
      const problem = describeError(error);
      if (!signal.aborted && problem !== said)
        log[error instanceof FirnError ? "warn" : "error"]("exports are interrupted", { err: error });
      said = problem;
    }
  };
  await every(lookMs, look, { signal });
  leave?.();
}

async function work({ openApi, ...options }: ExportOptions): Promise<void> {
  const { folder, signal } = options;
  const open = await folder.listOpen();
  if (open.length === 0) return;
  const { ask, close } = await openApi();
  try {
    for (const id of open) {
      const job = signal.aborted ? undefined : await folder.readJob(id);
      if (job !== undefined) await runExport({ ...options, ask }, id, job);
    }
  } finally {
    await close();
  }
}

type RunOptions = Omit<ExportOptions, "openApi"> & { ask: AskApi };

async function runExport(options: RunOptions, id: string, job: ExportJob): Promise<void> {
  const { folder, nowMs, signal, log } = options;
  const before = await folder.readProgress(id);
  if (before !== undefined && before.status !== "running") return folder.finish(id);
  try {
    await new Export(options, id, job).run(before ?? nothing(job, nowMs()));
  } catch (error) {
    if (signal.aborted) return;
    const isRefusal = error instanceof InputError;
    const restarts = (before?.restarts ?? 0) + 1;
    if (isRefusal && before !== undefined && before.bytes > 0 && restarts <= MOST_RESTARTS) {
      // A token that is no longer good: the store was made anew, or Firn stood still for long.
      log.info("an export begins again", { id, why: describeError(error) });
      return folder.writeProgress(id, { ...nothing(job, nowMs()), restarts });
    }
    if (error instanceof FirnError && !isRefusal) return log.warn("an export waits", { id, err: error });
    if (!isRefusal) log.error("an export failed", { id, err: error });
    const failure = isRefusal
      ? { message: error.message, code: "ErrInvalidRequest" as const }
      : { message: "the file could not be written; the log says why", code: "ErrInternal" as const };
    await fail(options, id, nothing(job, nowMs()), failure);
  }
}

async function fail(
  { folder, nowMs }: RunOptions,
  id: string,
  state: ExportProgress,
  failure: ExportProgress["failure"],
): Promise<void> {
  await folder.writeProgress(id, { ...state, status: "failed", failure, updatedAtMs: nowMs() });
  await rm(folder.rowsPath(id), { force: true });
  await folder.finish(id);
}

function nothing({ lists }: ExportJob, nowMs: number): ExportProgress {
  return {
    status: "running",
    places: lists.map(() => ({ taken: 0 })),
    rows: 0,
    bytes: 0,
    lacks: [],
    isCut: false,
    restarts: 0,
    updatedAtMs: nowMs,
  };
}

/** One export being written. */
class Export {
  readonly #options: RunOptions;
  readonly #id: string;
  readonly #job: ExportJob;
  readonly #form: ExportForm;
  readonly #lacks = new Set<string>();
  #pending: string[] = [];
  /** With what is pending. */
  #rows = 0;
  #bytes = 0;
  #day: ExportProgress["day"];

  constructor(options: RunOptions, id: string, job: ExportJob) {
    this.#options = options;
    this.#id = id;
    this.#job = job;
    this.#form = formOf(job);
  }

  /** @throws FirnError what the API refuses; what the file system refuses; the signal's reason */
  async run(from: ExportProgress): Promise<void> {
    const { folder, nowMs, log } = this.#options;
    const file = await open(folder.rowsPath(this.#id), "a+");
    let end: ExportProgress | undefined;
    try {
      const isWhole = (await file.stat()).size >= from.bytes;
      const start = isWhole ? from : { ...nothing(this.#job, nowMs()), restarts: from.restarts };
      await file.truncate(start.bytes);
      end = await this.#collect(file, start);
      await file.sync();
    } finally {
      await file.close();
    }
    if (end === undefined) return;
    if (end.failure !== undefined) return fail(this.#options, this.#id, end, end.failure);
    await this.#complete();
    await folder.writeProgress(this.#id, { ...end, status: "complete", updatedAtMs: nowMs() });
    await folder.finish(this.#id);
    log.info("an export is complete", { id: this.#id, rows: end.rows });
  }

  /** @returns undefined when its turn is over */
  async #collect(file: FileHandle, start: ExportProgress): Promise<ExportProgress | undefined> {
    const { signal, nowMs, folder, mostBytes = MOST_BYTES, turnMs = TURN_MS } = this.#options;
    const turnEnds = performance.now() + turnMs;
    [this.#rows, this.#bytes, this.#day] = [start.rows, start.bytes, start.day];
    for (const lack of start.lacks) this.#lacks.add(lack);
    const head = this.#job.format === "csv" ? toCsv([this.#form.columns.map(({ name }) => name)]) : "";
    if (this.#bytes === 0) this.#add(head);
    const readers = this.#job.lists.map((list, i) => this.#open(list, start.places[i]));
    const state = (): ExportProgress => ({
      status: "running",
      places: readers.map(({ place }) => place),
      rows: this.#rows,
      bytes: this.#bytes,
      day: this.#day,
      lacks: [...this.#lacks],
      isCut: false,
      restarts: start.restarts,
      updatedAtMs: nowMs(),
    });
    const write = async () => {
      await file.appendFile(this.#pending.join(""));
      this.#pending = [];
    };
    const times: (number | undefined)[] = [];
    for (let at = 0; at < readers.length; at += AT_ONCE)
      times.push(...(await Promise.all(readers.slice(at, at + AT_ONCE).map((reader) => reader.nextTime()))));
    for (let [written, writtenAt] = [this.#bytes, performance.now()]; ; ) {
      signal.throwIfAborted();
      const first = indexOfLeast(times);
      const reader = readers[first];
      const time = times[first];
      if (reader === undefined || time === undefined) break;
      this.#addItem(reader, time);
      if (this.#bytes > mostBytes) {
        await write();
        return this.#cut(file, state(), Buffer.byteLength(head));
      }
      const now = performance.now();
      if (this.#bytes - written >= PIECE || now - writtenAt >= PIECE_MS || now >= turnEnds) {
        await write();
        await folder.writeProgress(this.#id, state());
        if (now >= turnEnds) return undefined;
        [written, writtenAt] = [this.#bytes, now];
      }
      times[first] = await reader.nextTime();
    }
    await write();
    return state();
  }

  #open(list: ExportJob["lists"][number], place = { taken: 0 }): ListReader {
    const { ask, signal } = this.#options;
    const onLack = (lack: string) => this.#addLack(lack);
    return new ListReader(list, { form: this.#form, place, ask, signal, onLack });
  }

  #addItem(reader: ListReader, time: number): void {
    const date = new Date(time * 1_000).toISOString().slice(0, 10);
    if (this.#form.hasDays && date !== this.#day?.date)
      this.#day = { date, rows: this.#rows, bytes: this.#bytes };
    const item = reader.take();
    if ((item as { untraced?: true }).untraced) this.#addLack(untracedOf(reader.list.chain));
    const rows = this.#form.rowsOf(item, reader.list);
    this.#rows += rows.length;
    if (rows.length > 0)
      this.#add(this.#job.format === "csv" ? toCsv(rows.map(cellsOf)) : rows.map(lineOf).join(""));
  }

  /** Words change while older blocks arrive: a few are enough. */
  #addLack(lack: string): void {
    if (this.#lacks.size < MOST_LACKS) this.#lacks.add(lack);
  }

  #add(text: string): void {
    this.#pending.push(text);
    this.#bytes += Buffer.byteLength(text);
  }

  /** Ends a file that is too long: with its last whole day, so that another one can go on. */
  async #cut(file: FileHandle, state: ExportProgress, head: number): Promise<ExportProgress> {
    if (!this.#form.hasDays) return { ...state, isCut: true };
    const { day } = state;
    if (day === undefined || day.bytes <= head) {
      const message = `one day (${day?.date}) is too much for one file: name fewer addresses`;
      return { ...state, failure: { message, code: "ErrInvalidRequest" } };
    }
    await file.truncate(day.bytes);
    return { ...state, rows: day.rows, bytes: day.bytes, isCut: true, nextDate: day.date };
  }

  /** Makes the finished file of the rows. */
  async #complete(): Promise<void> {
    const { folder, signal } = this.#options;
    const rowsPath = folder.rowsPath(this.#id);
    const path = folder.newFilePath(this.#id, this.#job);
    if (this.#job.format === "csv") return rename(rowsPath, path);
    await writeParquet(`${path}.unfinished`, { rowsPath, columns: this.#form.columns, signal });
    await rename(`${path}.unfinished`, path);
    await rm(rowsPath);
  }
}

const cellsOf = (row: Row) => row.map(toCell);
const lineOf = (row: Row) => `${JSON.stringify(row)}\n`;

function untracedOf(chain = ""): string {
  return `chain ${chain}: some transactions have no trace, so what moved inside them is missing`;
}

/** Index of the least of some times, the first of several; -1 if there is none. */
function indexOfLeast(times: readonly (number | undefined)[]): number {
  let least = -1;
  for (const [i, time] of times.entries())
    if (time !== undefined && (least < 0 || time < (times[least] ?? Number.POSITIVE_INFINITY))) least = i;
  return least;
}
