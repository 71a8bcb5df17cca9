import { setTimeout as sleepFor } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { Pace } from "../../client/pace";
import { DataError, type ErrorCode, type NodeError } from "../../errors";
import type { OlderEnd } from "../../indexer/evm/feed/older";
import type { NodeHead } from "../../indexer/follow/read";
import type { BlockSource } from "../../store/tables/bookkeeping";

/** Messages of a reader thread, in the order of events. The receiver answers a pack with its length once it is used. */
export type ReaderMessage =
  | { pack: Uint8Array<ArrayBuffer> }
  | { head: NodeHead | undefined }
  | { source: BlockSource }
  | { limit: string }
  | { trouble: PlainError; delayMs: number }
  | { answers: true }
  | { failure: PlainError }
  /** The range of older blocks ends. */
  | { rangeEnds: true }
  | { done: true; older?: OlderEnd | undefined };

/** A FirnError as plain data, because classes are lost between threads. */
interface PlainError {
  code: ErrorCode;
  message: string;
  hint: string | undefined;
}

/** Bytes of packs read ahead: as much as is read while a run is written. */
const BYTES_AHEAD = 1 << 22;

/** A reader thread's end of the line to the thread that writes. */
export function openPort() {
  const send = (message: ReaderMessage, transfer: ArrayBuffer[] = []) =>
    parentPort?.postMessage(message, transfer);
  const pace = new Pace();
  let ahead = 0;
  let onUsed = () => {};
  parentPort?.on("message", (length: number) => {
    ahead -= length;
    onUsed();
  });
  return {
    send,
    pace,
    /** How to read from the node, and to report what it does. */
    reading: {
      now: Date.now,
      sleep: async (ms: number) => {
        await sleepFor(ms);
      },
      signal: new AbortController().signal, // the receiver ends this thread when it has enough
      onFailure: (error: NodeError, delayMs: number) => send({ trouble: plain(error), delayMs }),
      onAnswer: () => send({ answers: true }),
    },
    /** Reports what a source has. */
    reporting: {
      onHead: (head: NodeHead | undefined) => {
        if (pace.limit !== undefined) send({ limit: pace.limit });
        send({ head });
      },
      onSource: (source: BlockSource) => send({ source }),
    },
    /** Sends a pack, which can't be used here any longer, when there is room for it. */
    async sendPack(pack: Uint8Array<ArrayBuffer>): Promise<void> {
      while (ahead >= BYTES_AHEAD) {
        await new Promise<void>((resolve) => {
          onUsed = resolve;
        });
      }
      ahead += pack.length;
      send({ pack }, [pack.buffer]);
    },
    /** Runs the thread's work, and says why it ends early. */
    async run(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        send({ failure: plain(error) });
      } finally {
        parentPort?.unref();
      }
    },
  };
}

function plain({ code, message, hint }: DataError | NodeError): PlainError {
  return { code, message, hint };
}
