import { DataError } from "@/lib/errors";
import { type AtomicClaims, checkAtomic } from "./check-atomic";
import { type BlockClaims, checkBlock } from "./check-block";
import { checkTx, type TxClaims } from "./check-tx";
import type { Report } from "./report";

/** What the page asks its worker: the claims, and for a transaction the container of its block. */
export type CheckRequest =
  | { claims: BlockClaims | AtomicClaims }
  | { claims: TxClaims; container: string | undefined };

/** The report; or what makes the bytes no block or transaction at all; or why nothing could be checked. */
export type CheckAnswer = { report: Report } | { unreadable: string } | { fault: string };

addEventListener("message", ({ data }: MessageEvent<CheckRequest>) => {
  const started = performance.now();
  let answer: CheckAnswer;
  try {
    answer = { report: { ...check(data), ms: performance.now() - started } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    answer = error instanceof DataError ? { unreadable: message } : { fault: message };
  }
  postMessage(answer);
});

function check(request: CheckRequest): Omit<Report, "ms"> {
  if ("container" in request) return checkTx(request.claims, request.container);
  return request.claims.kind === "block" ? checkBlock(request.claims) : checkAtomic(request.claims);
}
