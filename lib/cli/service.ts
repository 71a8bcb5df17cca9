import type { Log } from "../log";
import { openLog } from "../log";

/** A running service. */
export interface Running {
  /** Its address, if it listens. */
  url?: string;
  /** Shown on the terminal once everything is up: names with URLs, and sentences. They are not logged. */
  addresses?: [string, string][];
  notes?: string[];
  close(): Promise<void>;
  /** Settles when the service ends on its own; rejects with the reason. */
  ended?: Promise<void>;
}

/**
 * Starts a service, reports to the supervisor when it is ready, and closes it on SIGINT, SIGTERM or when the supervisor
 * is gone (its channel closes).
 */
export async function runService(name: string, start: (log: Log) => Promise<Running>): Promise<void> {
  const log = openLog(name);
  logRejections(log);
  const stopped = stopRequested();
  const service = await start(log);
  log.info("ready", { url: service.url });
  const { addresses = [], notes = [] } = service;
  process.send?.({ ready: service.url ?? true, addresses, notes });
  try {
    await Promise.race([stopped, ...(service.ended === undefined ? [] : [service.ended])]);
  } finally {
    await service.close();
    log.info("stopped");
  }
  if (process.connected) process.disconnect();
}

/** An unhandled rejection is a bug, but no reason to end everything else. */
export function logRejections(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error("unhandled rejection", { err: reason }));
}

/**
 * Resolves at the first request to stop. Later ones are ignored, so that a second Ctrl-C cannot interrupt the closing.
 */
function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGINT", () => resolve());
    process.on("SIGTERM", () => resolve());
    process.on("disconnect", () => resolve());
  });
}
