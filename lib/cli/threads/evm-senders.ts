import { parentPort } from "node:worker_threads";
import { DataError, type ErrorCode } from "../../errors";
import { recoverAll } from "../../indexer/evm/feed/senders";

/** Asks for the keys that signed a block's transactions, which are joined. */
export interface SendersRequest {
  id: number;
  body: Uint8Array;
}

/** The keys, joined, or why they could not be recovered. */
export type SendersResponse =
  | { id: number; keys: Uint8Array<ArrayBuffer> }
  | { id: number; failure: { code: ErrorCode; message: string } };

parentPort?.on("message", ({ id, body }: SendersRequest) => {
  const found = find(id, body);
  parentPort?.postMessage(found, "keys" in found ? [found.keys.buffer] : []);
});

function find(id: number, body: Uint8Array): SendersResponse {
  try {
    return { id, keys: recoverAll(body) };
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return { id, failure: { code: error.code, message: error.message } };
  }
}
