import { lineOf } from "./supervisor/progress.mjs";

/** A progress line on the terminal. Draws nothing where the output is not a terminal. */
export interface Bar {
  show(name: string, progress: { done: number; total: number }): void;
  /** Removes the line. */
  clear(): void;
}

/** Draws on standard error, so that standard output holds only results. */
export function openBar(output: NodeJS.WriteStream = process.stderr): Bar {
  const clear = () => void (output.isTTY && output.write("\r\u001b[K"));
  return {
    show(name, progress) {
      if (output.isTTY) output.write(`\r\u001b[K${lineOf(name, progress, "")}`);
    },
    clear,
  };
}
