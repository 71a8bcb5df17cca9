import type { Stores } from "../../store/stores";
import { exitCodeOf, verify } from "./verify";

/** Runs `firn verify` for a test. Returns its lines and its exit code. */
export async function runVerify(given: {
  stores: Stores;
  nodeUrl: string;
  signal?: AbortSignal;
}): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const verdict = await verify({
    signal: new AbortController().signal,
    ...given,
    dataDir: given.stores.place.folder,
    chainUrls: [],
    sample: { size: 32, seed: 1 },
    sleep: async () => {},
    onProgress: () => {},
    write: (line) => lines.push(line),
  });
  return { code: exitCodeOf(verdict), lines };
}
