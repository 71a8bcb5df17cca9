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

/** A longer log is renamed to `.1`, and a new one begins. */
const LIMIT_BYTES = 10 * 1024 * 1024;
/** Bytes that wait for a slow disk. Beyond that, lines are dropped. */
const WAITING_BYTES = 4 * 1024 * 1024;
/** How often to check that the file is still in its place, and that a failed one works again. */
const CHECK_MS = 5_000;

/**
 * A log file that never stops its service: lines that can't be written (a full disk, a read-only folder) are dropped,
 * counted and reported in one line to `complain`. A file that was moved away is created again.
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
  #checkedAt = Number.NEGATIVE_INFINITY;

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
      this.#check();
      if (this.#stream !== undefined && this.#size > this.#limitBytes) this.#rotate();
      if (this.#stream !== undefined && this.#stream.writableLength < WAITING_BYTES)
        return this.#append(line);
    } catch (error) {
      this.#fail(error);
    }
    this.#dropped++;
  }

  /**
   * Resolves once everything that can be written is written.
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

  /** Opens the file when needed: at first, after it was moved away, and from time to time while it can't be written. */
  #check() {
    if (this.#now() - this.#checkedAt < CHECK_MS) return;
    this.#checkedAt = this.#now();
    if (this.#stream !== undefined && inodeOf(this.#path) === this.#inode) return;
    this.#open();
    if (this.#dropped === 0) return;
    const dropped = `${this.#dropped} lines were dropped: they could not be written`;
    this.#dropped = 0;
    this.#append(dropped);
    this.#complain(`${this.#path} can be written again; ${dropped}`);
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

  /** Truncates the log if it can't be renamed, so that it does not fill the disk. */
  #rotate() {
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
        `${this.#path} can't be written (${codeOf(error) ?? messageOf(error)}): lines are dropped`,
      );
    this.#stream?.destroy();
    this.#stream = undefined;
  }
}

/** @param {string} path */
function inodeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
