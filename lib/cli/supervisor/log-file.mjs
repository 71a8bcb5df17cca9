import {
  createWriteStream,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  truncateSync,
} from "node:fs";
import { dirname } from "node:path";
import { codeOf, messageOf } from "./process.mjs";

/** A log longer than this is put aside as `.1`, and begun anew. */
const LIMIT_BYTES = 10 * 1024 * 1024;
/** Lines that wait for a slow disk; beyond that they are dropped. */
const WAITING_BYTES = 4 * 1024 * 1024;
/** How often it is looked whether the file is still where it was, and whether one that failed works again. */
const LOOK_MS = 5_000;

/**
 * A log file that never ends anything: lines that can't be written (a full disk, a folder made read-only) are dropped,
 * counted, and said in one line to `complain`. A file that was moved away is begun anew.
 */
export class LogFile {
  #path;
  #complain;
  #limitBytes;
  #now;
  /** @type {import("node:fs").WriteStream | undefined} */
  #stream;
  /** @type {number | undefined} */
  #inode;
  #size = 0;
  #dropped = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param {string} path
   * @param {{ complain: (sentence: string) => void, limitBytes?: number | undefined, now?: () => number }} options
   */
  constructor(path, { complain, limitBytes = LIMIT_BYTES, now = () => performance.now() }) {
    this.#path = path;
    this.#complain = complain;
    this.#limitBytes = limitBytes;
    this.#now = now;
  }

  /** @param {string} line */
  write(line) {
    try {
      this.#look();
      if (this.#stream !== undefined && this.#size > this.#limitBytes) this.#putAside();
      if (this.#stream !== undefined && this.#stream.writableLength < WAITING_BYTES)
        return this.#append(line);
    } catch (error) {
      this.#fail(error);
    }
    this.#dropped++;
  }

  /**
   * Resolves once everything that can be written is.
   * @returns {Promise<void>}
   */
  close() {
    const stream = this.#stream;
    this.#stream = undefined;
    return new Promise((resolve) => {
      if (stream === undefined || stream.destroyed) return resolve();
      stream.once("close", () => resolve());
      stream.end();
    });
  }

  /** @param {string} line */
  #append(line) {
    const text = `${line}\n`;
    this.#size += Buffer.byteLength(text);
    this.#stream?.write(text);
  }

  /** Opens the file where that is due: at first, when it was moved away, and now and then while it can't be written. */
  #look() {
    if (this.#now() - this.#lookedAt < LOOK_MS) return;
    this.#lookedAt = this.#now();
    if (this.#stream !== undefined && inodeOf(this.#path) === this.#inode) return;
    this.#open();
    if (this.#dropped === 0) return;
    const said = `${this.#dropped} lines were dropped: they could not be written`;
    this.#dropped = 0;
    this.#append(said);
    this.#complain(`${this.#path} is written again; ${said}`);
  }

  #open() {
    this.#stream?.end();
    this.#stream = undefined;
    mkdirSync(dirname(this.#path), { recursive: true });
    const fd = openSync(this.#path, "a", 0o600);
    const { ino, size } = fstatSync(fd);
    this.#inode = ino;
    this.#size = size;
    const stream = createWriteStream(this.#path, { fd });
    stream.on("error", (error) => {
      this.#dropped++;
      if (this.#stream === stream) this.#fail(error);
    });
    this.#stream = stream;
  }

  /** Where it can't be renamed it is cut: a log must not fill the disk. */
  #putAside() {
    try {
      renameSync(this.#path, `${this.#path}.1`);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") truncateSync(this.#path);
    }
    this.#open();
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#stream !== undefined || this.#dropped === 0)
      this.#complain(
        `${this.#path} can't be written (${codeOf(error) ?? messageOf(error)}): its lines are dropped`,
      );
    this.#stream?.destroy();
    this.#stream = undefined;
  }
}

/** @param {string} path */
function inodeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
