import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openEvm } from "../client/evm";
import { DataError, type ErrorCode, type NodeError } from "../errors";
import { type FeedStart, readBlocks } from "../indexer/evm/feed";
import { packBlocks } from "../indexer/evm/pack";
import { type ChainAddress, openSource } from "../indexer/evm/source";

/** What a reading thread is given. */
export interface ReaderWork {
  chain: ChainAddress;
  start: FeedStart;
}

/** What it says, in the order in which it happens; `taken` from the other side makes room for another batch. */
export type ReaderSays =
  | { blocks: Uint8Array<ArrayBuffer>[] }
  | { head: number | undefined; next: number }
  | { trouble: Plain; delayMs: number }
  | { failure: Plain }
  | { done: true };

/** A FirnError between threads, where classes are lost. */
interface Plain {
  code: ErrorCode;
  message: string;
  hint: string | undefined;
}

/** Runs of packed batches waiting to be taken. */
const RUNS_AHEAD = 1;
/**
 * Packed bytes handed over and written together: long sorted runs, some ten thousand transfers of tokens. The first is
 * short, so that nobody waits for it.
 */
const RUN_BYTES = { first: 1 << 18, most: 1 << 23 };

const { chain, start } = workerData as ReaderWork;
const say = (message: ReaderSays, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
let run: Uint8Array<ArrayBuffer>[] = [];
let wanted = RUN_BYTES.first;
let bytes = 0;
let waiting = 0;
let onTaken = () => {};
parentPort?.on("message", () => {
  waiting -= 1;
  onTaken();
});

const feed = readBlocks(start, {
  source: openSource(chain),
  client: openEvm(chain.rpcUrl),
  now: Date.now,
  sleep: async (ms) => {
    await sleepFor(ms);
  },
  signal: new AbortController().signal, // the other side ends this thread when it is enough
  untilHead: true,
  onHead: async (head, next) => say({ head, next }),
  onTrouble: (error: NodeError, delayMs) => say({ trouble: plain(error), delayMs }),
});

try {
  for await (const blocks of feed) {
    const pack = packBlocks(blocks);
    run.push(pack);
    bytes += pack.length;
    if (bytes >= wanted) await handOver();
  }
  await handOver();
  say({ done: true });
} catch (error) {
  if (!(error instanceof DataError)) throw error;
  await handOver();
  say({ failure: plain(error) });
} finally {
  parentPort?.unref();
}

async function handOver(): Promise<void> {
  while (waiting >= RUNS_AHEAD) {
    await new Promise<void>((resolve) => {
      onTaken = resolve;
    });
  }
  if (run.length === 0) return;
  waiting += 1;
  say(
    { blocks: run },
    run.map(({ buffer }) => buffer),
  );
  run = [];
  wanted = Math.min(2 * wanted, RUN_BYTES.most);
  bytes = 0;
}

function plain({ code, message, hint }: DataError | NodeError): Plain {
  return { code, message, hint };
}
