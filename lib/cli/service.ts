import type { Log } from "../log";
import { openLog } from "../log";

/** A service while it runs. */
export interface Running {
  /** Where it answers, when it listens. */
  url?: string;
  /** What the terminal shows once everything is up: names and URLs, and sentences. They go into no log. */
  addresses?: [string, string][];
  notes?: string[];
  close(): Promise<void>;
  /** Settles when the service ends by itself; rejects with the reason. */
  ended?: Promise<void>;
}

/**
 * Starts a service, tells the supervisor when it is ready, and closes it on SIGINT, SIGTERM or when the supervisor is
 * gone (its channel closes).
 */
export async function runService(name: string, start: (log: Log) => Promise<Running>): Promise<void> {
  const log = openLog(name);
  goOnAfterRejections(log);
  const asked = stopAsked();
  const service = await start(log);
  log.info("ready", { url: service.url });
  const { addresses = [], notes = [] } = service;
  process.send?.({ ready: service.url ?? true, addresses, notes });
  try {
    await Promise.race([asked, ...(service.ended === undefined ? [] : [service.ended])]);
  } finally {
    await service.close();
    log.info("stopped");
  }
  if (process.connected) process.disconnect();
}

/** A promise that nobody awaits is a fault to mend, and no reason to end what all the others do. */
export function goOnAfterRejections(log: Log): void {
  process.on("unhandledRejection", (reason) => log.error("a failure that nobody awaits", { err: reason }));
}

/** Resolves at the first request to stop; later ones are ignored, so that a second Ctrl-C can't cut the closing short. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    process.on("SIGINT", () => resolve());
    process.on("SIGTERM", () => resolve());
    process.on("disconnect", () => resolve());
  });
}
