import type { Log } from "../../log";

/** Logs once that a node limits requests, and once that it no longer does. */
export function logLimit(log: Log): (limit: string | undefined) => void {
  return (limit) => {
    if (limit === undefined) log.info("the node has not limited requests for ten minutes");
    else log.warn(`the node limits requests (${limit}): Firn asks it as often as it allows`);
  };
}
