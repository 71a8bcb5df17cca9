import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** The other half of a floor of ingest: a thread that fetches blocks and receipts as the indexer does, and parses them. */

const PER_REQUEST = 50;
const THREAD = fileURLToPath(new URL("./floor-parser.mjs", import.meta.url));

export interface Parsing {
  url: string;
  /** The last block. */
  last: number;
}

/** Starts the thread. `parse` resolves when it has parsed all blocks, and ends it. */
export async function openParser(parsing: Parsing): Promise<{ parse: () => Promise<void> }> {
  const thread = new Worker(THREAD, { workerData: parsing });
  const answered = () => new Promise((resolve) => thread.once("message", resolve));
  await answered();
  return {
    async parse() {
      thread.postMessage("go");
      await answered();
      await thread.terminate();
    },
  };
}

if (!isMainThread) {
  const { url, last } = workerData as Parsing;
  parentPort?.once("message", async () => {
    for (let from = 0; from <= last; from += PER_REQUEST) {
      const heights = Array.from({ length: Math.min(PER_REQUEST, last - from + 1) }, (_, i) => from + i);
      await Promise.all([
        ask(url, "eth_getBlockByNumber", heights, [true]),
        ask(url, "eth_getBlockReceipts", heights, []),
      ]);
    }
    parentPort?.postMessage("done");
  });
  parentPort?.postMessage("ready");
}

async function ask(url: string, method: string, heights: number[], more: unknown[]): Promise<void> {
  const calls = heights.map((height, id) => ({
    jsonrpc: "2.0",
    id,
    method,
    params: [`0x${height.toString(16)}`, ...more],
  }));
  const response = await fetch(url, { method: "POST", body: JSON.stringify(calls) });
  JSON.parse(await response.text());
}
