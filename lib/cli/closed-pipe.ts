import type { Writable } from "node:stream";

/** What a shell says of a program that a closed pipe ended: 128 and SIGPIPE. */
export const PIPE_CLOSED = 141;

/**
 * Whoever reads what a command prints may have enough (`firn verify | head`): then it ends without a word, as by a
 * signal, so that one that has something to clean up does so. Any other failure to write is thrown.
 */
export function endWithReader(outputs: readonly Writable[]): void {
  let isEnding = false;
  for (const output of outputs) {
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      if (isEnding) return;
      isEnding = true;
      if (!process.emit("SIGTERM", "SIGTERM")) process.exit(PIPE_CLOSED);
    });
  }
}
