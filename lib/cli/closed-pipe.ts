import type { Writable } from "node:stream";

/** Exit code that a shell reports for a program ended by a closed pipe: 128 + SIGPIPE. */
export const PIPE_CLOSED = 141;

/**
 * Ends the process quietly when the reader of its output is gone (`firn verify | head`): through its SIGTERM handler
 * where it has one, so that it can clean up. Any other write error is thrown.
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
