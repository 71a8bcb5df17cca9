import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openEvm } from "../../client/evm";
import { DataError, type ErrorCode, type NodeError } from "../../errors";
import { type FeedStart, readBlocks } from "../../indexer/evm/feed/feed";
import { packBlocks } from "../../indexer/evm/feed/pack";
import { type ChainAddress, openSource } from "../../indexer/evm/feed/source";
import type { NodeHead } from "../../indexer/follow/read";
import { openSenderThreads } from "./sender-threads";

/** What a reading thread is given. */
export interface ReaderWork {
  chain: ChainAddress;
  start: FeedStart;
}

/** What it says, in the order in which it happens. The other side answers a pack with its length once it is used up. */
export type ReaderSays =
  | { pack: Uint8Array<ArrayBuffer> }
  | { head: NodeHead | undefined }
  | { trouble: Plain; delayMs: number }
  | { answers: true }
  | { failure: Plain }
  | { done: true };

/** A FirnError between threads, where classes are lost. */
interface Plain {
  code: ErrorCode;
  message: string;
  hint: string | undefined;
}

/** Bytes of packs that wait to be used up: as much as is read while a run is written. */
const BYTES_AHEAD = 1 << 22;

const { chain, start } = workerData as ReaderWork;
const say = (message: ReaderSays, transfer: ArrayBuffer[] = []) => parentPort?.postMessage(message, transfer);
let ahead = 0;
let onUsed = () => {};
parentPort?.on("message", (length: number) => {
  ahead -= length;
  onUsed();
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
  recover: openSenderThreads(),
  onHead: (head) => say({ head }),
  onTrouble: (error, delayMs) => say({ trouble: plain(error), delayMs }),
  onAnswer: () => say({ answers: true }),
});

try {
  for await (const blocks of feed) {
    while (ahead >= BYTES_AHEAD) {
      await new Promise<void>((resolve) => {
        onUsed = resolve;
      });
    }
    const pack = packBlocks(blocks);
    ahead += pack.length;
    say({ pack }, [pack.buffer]);
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
