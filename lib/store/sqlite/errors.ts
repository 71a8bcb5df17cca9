import Database from "better-sqlite3";
import { StoreError } from "../../errors";

/** Turns the engine's errors into StoreErrors. */
export function wrapErrors<T>(work: () => T, path = ""): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError)) throw cause;
    const hint = HINTS.find(([prefix]) => cause.code.startsWith(prefix))?.[1];
    const which = hint === DAMAGED ? ` ${path}` : "";
    const code = hint === DAMAGED ? "STORE_DAMAGED" : "STORE_FAILED";
    throw new StoreError(code, `the store${which} failed: ${cause.message} (${cause.code})`, {
      cause,
      passes: /FULL|IOERR|READONLY|BUSY|CANTOPEN/.test(cause.code),
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

const DAMAGED =
  "the file is damaged: delete it alone, with its -wal and -shm, or run `firn reset`; its chain is indexed again";

const HINTS: [prefix: string, hint: string][] = [
  ["SQLITE_FULL", "make room on the disk that holds FIRN_DATA_DIR"],
  ["SQLITE_IOERR", "check the disk that holds FIRN_DATA_DIR"],
  ["SQLITE_BUSY", "another process holds the store: stop it, then start Firn again"],
  ["SQLITE_CANTOPEN", "check that FIRN_DATA_DIR exists and may be written"],
  ["SQLITE_READONLY", "check that FIRN_DATA_DIR may be written"],
  ["SQLITE_CORRUPT", DAMAGED],
  ["SQLITE_NOTADB", DAMAGED],
];
