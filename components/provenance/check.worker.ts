import { DataError } from "@/lib/errors";
import { type BlockClaims, checkBlock } from "./check-block";
import { checkTx, type TxClaims } from "./check-tx";
import type { Report } from "./report";

/** What the page asks its worker: the claims, and for a transaction the container of its block. */
export type CheckRequest = { claims: BlockClaims } | { claims: TxClaims; container: string | undefined };

/** The report; or what makes the bytes no block or transaction at all; or why nothing could be checked. */
export type CheckAnswer = { report: Report } | { unreadable: string } | { fault: string };

addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  const started = performance.now();
  let answer: CheckAnswer;
  try {
    const report = "container" in data ? checkTx(data.claims, data.container) : checkBlock(data.claims);
    answer = { report: { ...report, ms: performance.now() - started } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = error instanceof DataError ? { unreadable: message } : { fault: message };
  }
  postMessage(answer);
});
