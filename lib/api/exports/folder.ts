import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { EXPORT_FORMATS, EXPORT_TYPES } from "../../contract/data/operations";
import { BusyError } from "../../errors";
import { takeLock } from "../../store/lock";
import { orNothing, writeWhole } from "../../whole-files";

/** A list of the API that is read from its first item to its last. */
const list = z.object({
  /** Path and query, without a page token. */
  url: z.string(),
  /** The chain's name in rows. */
  chain: z.string().optional(),
  /** The account whose list it is, in lower case, and its chain's coin. */
  address: z.string().optional(),
  coin: z.object({ name: z.string(), symbol: z.string(), decimals: z.int() }).partial().optional(),
});
export type PlannedList = z.output<typeof list>;

/** What was asked for. */
const job = z.object({
  type: z.enum(EXPORT_TYPES),
  format: z.enum(EXPORT_FORMATS),
  /** Their rows are put in the order of their times. */
  lists: z.array(list),
  /** The addresses whose transactions are wanted, as in rows: bech32 without a chain, or `0x` in lower case. */
  own: z.array(z.string()),
  createdAtMs: z.int(),
});
export type ExportJob = z.output<typeof job>;

/** Where a list stands: the token of its current page, and how many of the page's items have been written. */
const place = z.object({ pageToken: z.string().optional(), taken: z.int() });
export type ListPlace = z.output<typeof place>;

/** How far an export has come. What is written beyond `bytes` is not part of it. */
const progress = z.object({
  status: z.enum(["running", "complete", "failed"]),
  /** Of each list, in the order of the export's lists. */
  places: z.array(place),
  rows: z.int(),
  bytes: z.int(),
  /** The day (UTC) of the last row, and where its rows begin. */
  day: z.object({ date: z.string(), rows: z.int(), bytes: z.int() }).optional(),
  /** What is missing in the file. */
  lacks: z.array(z.string()),
  /** The day with which another export goes on. */
  nextDate: z.string().optional(),
  /** Whether the file ends before the lists do. */
  isCut: z.boolean(),
  /** How often it began again. */
  restarts: z.int(),
  /** Why it failed: the words, and whose fault it is. */
  failure: z.object({ message: z.string(), code: z.enum(["ErrInvalidRequest", "ErrInternal"]) }).optional(),
  updatedAtMs: z.int(),
});
export type ExportProgress = z.output<typeof progress>;

export const FILE_TYPES = {
  csv: "text/csv; charset=utf-8",
  parquet: "application/vnd.apache.parquet",
} as const;

/** Exports that may wait or run at once. */
const MOST_OPEN = 50;
/** Bytes of files above which no export is begun. */
const MOST_BYTES = 10 * 1024 ** 3;
/** How long an export is kept after it was asked for. */
const KEEP_MS = 7 * 24 * 60 * 60_000;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The folder of exports: `open/<id>` with `job.json`, `progress.json` and the rows while they are collected, and `done/<id>` with
 * the finished file beside them. The JSON files are whole at any moment, so the threads and processes that share the folder
 * may read them.
 */
export class ExportFolder {
  readonly #folder: string;
  readonly #mostBytes: number;

  constructor(folder: string, mostBytes = MOST_BYTES) {
    this.#folder = folder;
    this.#mostBytes = mostBytes;
  }

  /** @returns the export's id @throws BusyError BUSY when too many are open */
  async add(job: ExportJob): Promise<string> {
    if ((await this.#ids("open")).length >= MOST_OPEN)
      throw new BusyError("BUSY", `${MOST_OPEN} exports wait already`, {
        hint: "ask again when some are complete",
      });
    if ((await this.#size()) >= this.#mostBytes)
      throw new BusyError("BUSY", "the files of exports take all the space that they may", {
        hint: "they are kept for a week; the operator may delete some from exports/done in the data folder",
      });
    const id = randomUUID();
    await writeWhole(this.#open(id, "job.json"), JSON.stringify(job));
    return id;
  }

  /** Takes the right to write files. @returns what gives it back; undefined while another process has it */
  async hold(): Promise<(() => void) | undefined> {
    await mkdir(this.#folder, { recursive: true });
    return takeLock(join(this.#folder, "lock"));
  }

  async readJob(id: string): Promise<ExportJob | undefined> {
    return job.safeParse(await this.#read(id, "job.json")).data;
  }

  async readProgress(id: string): Promise<ExportProgress | undefined> {
    return progress.safeParse(await this.#read(id, "progress.json")).data;
  }

  async writeProgress(id: string, state: ExportProgress): Promise<void> {
    await writeWhole(this.#open(id, "progress.json"), JSON.stringify(state));
  }

  /** Ids of exports that are not finished, the oldest first. */
  async listOpen(): Promise<string[]> {
    const open: { id: string; createdAtMs: number }[] = [];
    for (const id of await this.#ids("open")) {
      const job = await this.readJob(id);
      if (job !== undefined) open.push({ id, createdAtMs: job.createdAtMs });
    }
    return open.sort((a, b) => a.createdAtMs - b.createdAtMs).map(({ id }) => id);
  }

  /** Puts an export that is complete or has failed aside. */
  async finish(id: string): Promise<void> {
    await mkdir(join(this.#folder, "done"), { recursive: true });
    await rename(this.#open(id), this.#done(id));
  }

  /** Deletes exports that were asked for more than a week ago. */
  async removeOld(nowMs: number): Promise<void> {
    for (const state of ["open", "done"] as const)
      for (const id of await this.#ids(state)) {
        const job = await this.readJob(id);
        if (job !== undefined && nowMs - job.createdAtMs > KEEP_MS)
          await rm(join(this.#folder, state, id), { recursive: true, force: true });
      }
  }

  /** Where rows are collected. */
  rowsPath(id: string): string {
    return this.#open(id, "rows");
  }

  /** Where the file is made of the rows. */
  newFilePath(id: string, { format }: ExportJob): string {
    return this.#open(id, `export.${format}`);
  }

  /** The file of a complete export. */
  filePath(id: string, { format }: ExportJob): string {
    return this.#done(id, `export.${format}`);
  }

  /** Bytes of all files. */
  async #size(): Promise<number> {
    const files = (await orNothing(readdir(this.#folder, { recursive: true, withFileTypes: true }))) ?? [];
    let bytes = 0;
    for (const file of files)
      if (file.isFile()) bytes += (await orNothing(stat(join(file.parentPath, file.name))))?.size ?? 0;
    return bytes;
  }

  async #ids(state: "open" | "done"): Promise<string[]> {
    return ((await orNothing(readdir(join(this.#folder, state)))) ?? []).filter((name) => ID.test(name));
  }

  /** Undefined for what is not there, and for what is no id: it may come from a request. */
  async #read(id: string, name: string): Promise<unknown> {
    if (!ID.test(id)) return undefined;
    const text =
      (await orNothing(readFile(this.#open(id, name), "utf8"))) ??
      (await orNothing(readFile(this.#done(id, name), "utf8")));
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      return undefined; // somebody else wrote it
    }
  }

  #open(id: string, ...names: string[]): string {
    return join(this.#folder, "open", id, ...names);
  }

  #done(id: string, ...names: string[]): string {
    return join(this.#folder, "done", id, ...names);
  }
}
