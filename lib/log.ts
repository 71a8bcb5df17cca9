import { type DestinationStream, pino } from "pino";

/** The log of every room. `fields` are structured; error objects go under `err`. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
}

/**
 * Writes JSON lines to `destination` (standard output by default), each with `level`, `time` (ISO 8601), `service` and
 * `msg`. The supervisor keeps them in files and shows shortened warnings in the terminal.
 */
export function openLog(service: string, destination?: DestinationStream): Log {
  const options = { base: { service }, timestamp: pino.stdTimeFunctions.isoTime };
  const logger = destination === undefined ? pino(options) : pino(options, destination);
  return {
    info: (message, fields) => logger.info(fields ?? {}, message),
    warn: (message, fields) => logger.warn(fields ?? {}, message),
    error: (message, fields) => logger.error(fields ?? {}, message),
  };
}

/** A log that discards everything, for commands that report on the terminal themselves. */
export const SILENT: Log = { info: () => {}, warn: () => {}, error: () => {} };
