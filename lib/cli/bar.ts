import { lineOf } from "./supervisor/progress.mjs";

/** A line on the terminal that shows how far some work is; nothing where the output is no terminal. */
export interface Bar {
  show(name: string, progress: { done: number; total: number }): void;
  /** Takes the line away. */
  clear(): void;
}

/** Draws on standard error, which leaves the results alone. */
export function openBar(output: NodeJS.WriteStream = process.stderr): Bar {
  const clear = () => void (output.isTTY && output.write("\r\u001b[K"));
  return {
    show(name, progress) {
      if (output.isTTY) output.write(`\r\u001b[K${lineOf(name, progress, "")}`);
    },
    clear,
  };
}
