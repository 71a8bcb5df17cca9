import { dirname } from "node:path";
import { exitCodeOf, type VerifyOptions, verify } from "./verify";

/** Runs `firn verify` over the stores of a folder; its lines, and its exit code: for tests. */
export async function runVerify(
  given: Pick<VerifyOptions, "storePath" | "evmFolder" | "scratchPath" | "nodeUrl">,
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const verdict = await verify({
    ...given,
    dataDir: dirname(given.storePath),
    chainUrls: [],
    sample: { size: 32, seed: 1 },
    sleep: async () => {},
    signal: new AbortController().signal,
    onProgress: () => {},
    write: (line) => lines.push(line),
  });
  return { code: exitCodeOf(verdict), lines };
}
