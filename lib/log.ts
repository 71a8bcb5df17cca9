import { isMainThread } from "node:worker_threads";
import { type DestinationStream, pino } from "pino";
import { redactUrls, SECRET_NAME } from "./errors";

/** The log of every room. `fields` are structured; error objects go under `err`. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/**
 * Writes JSON lines to `destination` (standard output by default), each with `level`, `time` (ISO 8601), `service` and
 * `msg`. Credentials in URLs, and members whose name says that they are secret, are left out. The supervisor keeps the lines in
 * files and shows shortened warnings in the terminal.
 */
export function openLog(service: string, destination?: DestinationStream): Log {
  const options = {
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (err: unknown) => err }, // done before, with all that is in it
  };
  const output: Output =
    destination === undefined ? openOutput() : { stream: destination, written: () => {} };
  const logger = pino(options, output.stream);
  const write = (level: keyof Log, message: string, fields?: Record<string, unknown>) => {
    logger[level](withoutSecrets(fields), redactUrls(message));
    output.written(level);
  };
  return {
    info: (message, fields) => write("info", message, fields),
    warn: (message, fields) => write("warn", message, fields),
    error: (message, fields) => write("error", message, fields),
  };
}

/** How many bytes of `info` are collected, and for how long: writing each line would take a system call. */
const COLLECTED_BYTES = 4_096;
const COLLECTED_MS = 100;

interface Output {
  stream: DestinationStream;
  /** Called after each line. */
  written(level: keyof Log): void;
}

/** Standard output, written without waiting for whoever reads it. A process that is killed loses what it has collected. */
function openOutput(): Output {
  const stream = pino.destination({ minLength: COLLECTED_BYTES });
  // In the main thread pino does that.
  if (!isMainThread) process.on("exit", () => stream.flushSync());
  // At the exit `flushSync` would try for ever to write to a reader that is gone. Before it, that fails once, and pino writes no more.
  process.once("beforeExit", () => stream.flush());
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    stream.flush();
  };
  return {
    stream,
    written(level) {
      if (level !== "info") flush();
      else timer ??= setTimeout(flush, COLLECTED_MS).unref();
    },
  };
}

/** Members deeper than this are not worth a line. */
const MOST_DEPTH = 6;

function withoutSecrets(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return redactMembers(fields, 0);
}

function redactMembers(value: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      // The name of an API key tells whose it is, and is no secret.
      SECRET_NAME.test(name) && name !== "key" && typeof member === "string"
        ? "…"
        : redact(member, depth + 1),
    ]),
  );
}

function redact(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactUrls(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth > MOST_DEPTH) return "…";
  if (value instanceof Error) return redactMembers(pino.stdSerializers.err(value), depth);
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  if ("toJSON" in value || ArrayBuffer.isView(value)) return value;
  return redactMembers(value, depth);
}

/** A log that discards everything, for commands that report on the terminal themselves. */
export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };
