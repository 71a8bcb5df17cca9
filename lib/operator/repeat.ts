import type { Log } from "../log";

/** Runs `work` repeatedly, with a pause between runs. Returns a function that stops it and waits for the current run. */
export function repeat(
  work: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log: Log },
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const turn = () => {
    running = work()
      .catch((error: unknown) => log.error("a periodic task failed", { err: error }))
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
