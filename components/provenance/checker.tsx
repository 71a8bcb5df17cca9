"use client";

import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { askJson } from "@/components/state/ask";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { EvmBlockProof } from "@/lib/contract/firn/evm";
import type { CheckAnswer, CheckRequest } from "./check.worker";
import type { AtomicClaims } from "./check-atomic";
import type { BlockClaims } from "./check-block";
import type { EvmBlockClaims, EvmTxClaims } from "./check-evm";
import type { TxClaims } from "./check-tx";
import { askWorker, whenIdle } from "./worker";

export type Claims = BlockClaims | TxClaims | AtomicClaims | EvmTxClaims | EvmBlockClaims;

const Answer = createContext<CheckAnswer | undefined>(undefined);

/**
 * Checks a page's claims in a worker once the page is idle. Its children show the result. It never delays the page's
 * content.
 */
export function Checker({ claims, children }: { claims: Claims; children: ReactNode }) {
  const [answer, setAnswer] = useState<CheckAnswer>();
  const key = keyOf(claims);
  // biome-ignore lint/correctness/useExhaustiveDependencies: claims about one entity are checked once, however often they arrive
  useEffect(() => {
    const gone = new AbortController();
    setAnswer(undefined);
    const stop = whenIdle(() => {
      check(claims, gone.signal).then(setAnswer, (error: unknown) => {
        if (!gone.signal.aborted)
          setAnswer({ fault: error instanceof Error ? error.message : String(error) });
      });
    });
    return () => {
      stop();
      gone.abort();
    };
  }, [key]);
  return <Answer value={answer}>{children}</Answer>;
}

/** Changes with the entity, and when a transfer arrives. */
function keyOf(claims: Claims): string {
  if (claims.kind === "atomic") return `${claims.exported.txId} ${claims.spent.length}`;
  if (claims.kind === "evmTx") return claims.txHash;
  if (claims.kind === "evmBlock") return claims.blockHash;
  return claims.kind === "tx" ? claims.txId : claims.blockId;
}

/** Undefined until the check is done. */
export function useCheckAnswer(): CheckAnswer | undefined {
  return useContext(Answer);
}

async function check(claims: Claims, signal: AbortSignal): Promise<CheckAnswer> {
  if (claims.kind === "evmTx" || claims.kind === "evmBlock") {
    const path = `/firn/v1/chains/${claims.chainId}/blocks/${claims.height}/proof`;
    const proof = await askJson<EvmBlockProof>(path, signal).catch(() => undefined);
    return askChecker({ claims, proof }, signal);
  }
  if (claims.kind !== "tx") return askChecker({ claims }, signal);
  const path = `/firn/v1/containers/${claims.chain}/${claims.containerId}`;
  const container = await askJson<FirnContainer>(path, signal).catch(() => undefined);
  return askChecker({ claims, container: container?.bytes }, signal);
}

function askChecker(request: CheckRequest, signal: AbortSignal): Promise<CheckAnswer> {
  const open = () => new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" });
  return askWorker(open, request, signal);
}
