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
  | { blocks: Uint8Array<ArrayBuffer> }
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

/** Packed batches waiting to be taken. */
const BATCHES_AHEAD = 2;

const { chain, start } = workerData as ReaderWork;
const say = (message: ReaderSays, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
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
    while (waiting >= BATCHES_AHEAD) {
      await new Promise<void>((resolve) => {
        onTaken = resolve;
      });
    }
    const packed = packBlocks(blocks);
    waiting += 1;
    say({ blocks: packed }, [packed.buffer]);
  }
  say({ done: true });
} catch (error) {
  if (!(error instanceof DataError)) throw error;
  say({ failure: plain(error) });
} finally {
  parentPort?.unref();
}

function plain({ code, message, hint }: DataError | NodeError): Plain {
  return { code, message, hint };
}
