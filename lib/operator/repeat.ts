import type { Log } from "../log";

/** Does `work` over and over, with a pause in between, from now on. Gives what stops it and waits for its end. */
export function repeat(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: Log },
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = work()
      .catch((error: unknown) => log.error("a repeated work failed", { err: error }))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, everyMs);
      });
  };
  turn();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
