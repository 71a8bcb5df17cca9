import type { EvmBlockProof } from "@/lib/contract/firn/evm";
import { DataError } from "@/lib/errors";
import { type AtomicClaims, checkAtomic } from "./check-atomic";
import { type BlockClaims, checkBlock } from "./check-block";
import { checkEvmBlock, checkEvmTx, type EvmBlockClaims, type EvmTxClaims } from "./check-evm";
import { checkTx, type TxClaims } from "./check-tx";
import type { Report } from "./report";

/** The page's request to its worker: the claims, and what else they are checked with. */
export type CheckRequest =
  | { claims: BlockClaims | AtomicClaims }
  | { claims: TxClaims; container: string | undefined }
  | { claims: EvmTxClaims | EvmBlockClaims; proof: EvmBlockProof | undefined };

/** The report; or why the bytes are not a block or transaction; or why nothing could be checked. */
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
  if ("proof" in request) {
    const { claims, proof } = request;
    return claims.kind === "evmTx" ? checkEvmTx(claims, proof) : checkEvmBlock(claims, proof);
  }
  return request.claims.kind === "block" ? checkBlock(request.claims) : checkAtomic(request.claims);
}
