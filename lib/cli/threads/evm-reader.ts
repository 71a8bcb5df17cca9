import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openEvm } from "../../client/evm";
import { DataError, type ErrorCode, type NodeError } from "../../errors";
import { type FeedStart, readBlocks } from "../../indexer/evm/feed/feed";
import { packBlocks } from "../../indexer/evm/feed/pack";
import { type ChainAddress, openSource } from "../../indexer/evm/feed/source";
import type { NodeHead } from "../../indexer/follow/read";
import { openSenderThreads } from "./sender-threads";

/** Input of a reader thread. */
export interface ReaderInput {
  chain: ChainAddress;
  start: FeedStart;
}

/** Messages of a reader thread, in the order of events. The receiver answers a pack with its length once it is used. */
export type ReaderMessage =
  | { pack: Uint8Array<ArrayBuffer> }
  | { head: NodeHead | undefined }
  | { trouble: PlainError; delayMs: number }
  | { answers: true }
  | { failure: PlainError }
  | { done: true };

/** A FirnError as plain data, because classes are lost between threads. */
interface PlainError {
  code: ErrorCode;
  message: string;
  hint: string | undefined;
}

/** Bytes of packs read ahead: as much as is read while a run is written. */
const BYTES_AHEAD = 1 << 22;

const { chain, start } = workerData as ReaderInput;
const send = (message: ReaderMessage, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer);
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
  signal: new AbortController().signal, // the receiver ends this thread when it has enough
  untilHead: true,
  recover: openSenderThreads(),
  onHead: (head) => send({ head }),
  onFailure: (error, delayMs) => send({ trouble: plain(error), delayMs }),
  onAnswer: () => send({ answers: true }),
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
    send({ pack }, [pack.buffer]);
  }
  send({ done: true });
} catch (error) {
  if (!(error instanceof DataError)) throw error;
  send({ failure: plain(error) });
} finally {
  parentPort?.unref();
}

function plain({ code, message, hint }: DataError | NodeError): PlainError {
  return { code, message, hint };
}
