import { closeSync, constants, fstatSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { LOG_LEVELS, type LoggerLevels, type LogLevel } from "../../contract/node/admin";
import { stringifyLossless } from "../../contract/rpc";
import { ConfigError, InputError } from "../../errors";

/** One logger of the node. A message below its levels costs nothing: `fields` is not called. */
export type Logger = (
  level: Exclude<LogLevel, "OFF">,
  message: string,
  fields?: () => Record<string, unknown>,
) => void;

/** The node's loggers: one per chain and component, each with its own levels for file and display. */
export interface Loggers {
  /** The logger with that name, or `main` if there is none. */
  of(name: string): Logger;
  /** Levels of one logger, or of all for an empty name. @throws InputError NOT_FOUND */
  levels(name: string): LoggerLevels;
  /** Changes the given levels, of one logger or of all, and returns the new ones. @throws InputError */
  setLevels(name: string, levels: GivenLevels): LoggerLevels;
  close(): void;
}

interface GivenLevels {
  logLevel?: LogLevel | null | undefined;
  displayLevel?: LogLevel | null | undefined;
}

export interface LoggersOptions {
  names: readonly string[];
  /** Folder of each logger's `<name>.log`. Without it only the display is written. */
  folder?: string | undefined;
  /** Called with a line, without its line feed. */
  display: (line: string) => void;
  /** Unix milliseconds. */
  nowMs: () => number;
}

/** A file above this size is renamed to `<name>.log.1`, replacing the earlier one. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/**
 * Opens loggers that start at INFO, as the node's do.
 * @throws ConfigError CONFIG_INVALID if the folder cannot be created
 * @source AvalancheGo utils/logging
 */
export function openLoggers({ names, folder, display, nowMs }: LoggersOptions): Loggers {
  if (folder !== undefined) makeFolder(folder);
  const voices = new Map(
    [...names, "main"].map((name) => [
      name,
      {
        log: "INFO" as LogLevel,
        display: "INFO" as LogLevel,
        file: folder === undefined ? undefined : openFile(join(folder, `${name}.log`)),
      },
    ]),
  );
  const named = (name: string) => {
    if (name === "") return [...voices.keys()].sort();
    if (voices.has(name)) return [name];
    throw new InputError("NOT_FOUND", `logger with name ${JSON.stringify(name)} not found`);
  };
  const loggers: Loggers = {
    of(given) {
      const name = voices.has(given) ? given : "main";
      return (level, message, fields) => {
        const voice = voices.get(name);
        if (voice === undefined) return;
        const isLogged = voice.file !== undefined && includes(voice.log, level);
        const isDisplayed = includes(voice.display, level);
        if (!isLogged && !isDisplayed) return;
        const line = formatLine({ name, level, message, fields: fields?.(), ms: nowMs() });
        if (isLogged) voice.file?.write(line);
        if (isDisplayed) display(line);
      };
    },
    levels: (name) =>
      Object.fromEntries(
        named(name).map((each) => {
          const voice = voices.get(each);
          return [each, { logLevel: voice?.log ?? "OFF", displayLevel: voice?.display ?? "OFF" }];
        }),
      ),
    setLevels(name, { logLevel, displayLevel }) {
      if (logLevel == null && displayLevel == null) {
        throw new InputError("BAD_PARAMETER", "need to specify either displayLevel or logLevel");
      }
      for (const each of named(name)) {
        const voice = voices.get(each);
        if (voice === undefined) continue;
        voice.log = logLevel ?? voice.log;
        voice.display = displayLevel ?? voice.display;
      }
      return loggers.levels(name);
    },
    close() {
      for (const { file } of voices.values()) file?.close();
    },
  };
  return loggers;
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError("CONFIG_INVALID", `${folder} can't be made (${code})`, {
      hint: "give the recorded node a data folder that is writable",
      cause,
    });
  }
}

function includes(threshold: LogLevel, level: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(threshold);
}

/** In the node's format: `[11-21|00:35:38.411] INFO <P Chain> message {"height":"7"}`. */
function formatLine({ name, level, message, fields, ms }: Line): string {
  const [, month, day, time] = /^\d+-(\d\d)-(\d\d)T([\d:.]{12})/.exec(new Date(ms).toISOString()) ?? [];
  const prefix = name === "main" ? "" : name === "vm-factory" ? " <vm-factory>" : ` <${name} Chain>`;
  const text = fields === undefined ? "" : ` ${stringifyLossless(fields)}`;
  return `[${month}-${day}|${time}] ${level}${prefix} ${message}${text}`;
}

interface Line {
  name: string;
  level: LogLevel;
  message: string;
  fields: Record<string, unknown> | undefined;
  ms: number;
}

/** A symbolic link in the file's place is not followed. */
const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

/** Creates the file with its first line. If the disk refuses writes, lines are lost and the node goes on. */
function openFile(path: string): { write(line: string): void; close(): void } {
  let fd: number | undefined;
  let bytes = 0;
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  return {
    write(line) {
      try {
        if (fd !== undefined && bytes > MAX_FILE_BYTES) {
          close();
          renameSync(path, `${path}.1`);
        }
        if (fd === undefined) {
          fd = openSync(path, APPEND, 0o600);
          bytes = fstatSync(fd).size;
        }
        bytes += writeSync(fd, `${line}\n`);
      } catch {
        close();
      }
    },
    close,
  };
}
