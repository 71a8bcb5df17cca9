import { parentPort } from "node:worker_threads";
import { DataError, type ErrorCode } from "../../errors";
import { recoverAll } from "../../indexer/evm/feed/senders";

/** What a thread is given: a block's transactions, joined. */
export interface SendersWanted {
  id: number;
  body: Uint8Array;
}

/** What it answers: their senders, joined, or why there are none. */
export type SendersFound =
  | { id: number; senders: Uint8Array<ArrayBuffer> }
  | { id: number; failure: { code: ErrorCode; message: string } };

parentPort?.on("message", ({ id, body }: SendersWanted) => {
  const found = find(id, body);
  parentPort?.postMessage(found, "senders" in found ? [found.senders.buffer] : []);
});

function find(id: number, body: Uint8Array): SendersFound {
  try {
    return { id, senders: recoverAll(body) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { id, failure: { code: error.code, message: error.message } };
  }
}
