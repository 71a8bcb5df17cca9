import { z } from "zod";
import { rpcError, stringifyLossless } from "../../contract/rpc";
import type { RecordedAnswer } from "../recording";

/** A file of JSON-RPC calls by label. */
export const calls = z.record(
  z.string(),
  z.object({
    method: z.string(),
    params: z.unknown(),
    response: z.object({ result: z.unknown().optional(), error: rpcError.optional() }),
  }),
);

/**
 * Errors from this code down concern the request only: no such method, bad parameters. The devnet produces them itself.
 */
const NOT_OF_THE_CHAIN = -32600;

/** Whether a reply is an error that any chain would have given. */
export function isOfTheRequest({ error }: { error?: { code: number } | null | undefined }): boolean {
  return (error?.code ?? 0) <= NOT_OF_THE_CHAIN;
}

/** An answer to a call. No height if it is the same at any. */
export function answer(
  { params, ...call }: { path: string; method: string; params: unknown; height?: number },
  { result, error }: { result?: unknown; error?: unknown },
): RecordedAnswer {
  const reply = stringifyLossless(error === undefined ? { result } : { error });
  return { ...call, params: stringifyLossless(params), reply };
}
