import { z } from "zod";
import { standardInput } from "../contract/sources";
import { exchange } from "./http";

/** What a Sourcify server has of a contract. */
const answered = z.object({
  match: z.enum(["match", "exact_match"]).nullable().optional(),
  abi: z.array(z.unknown()).nullable().optional(),
  compilation: z.object({ compilerVersion: z.string(), fullyQualifiedName: z.string() }).optional(),
  stdJsonInput: standardInput.nullable().optional(),
  runtimeBytecode: z
    .object({
      recompiledBytecode: z.string(),
      immutableReferences: z
        .record(z.string(), z.array(z.object({ start: z.int().min(0), length: z.int().min(1) })))
        .nullable()
        .optional(),
    })
    .optional(),
});

/** Sources of a contract, with what they compiled to there. */
export interface SourcifyContract {
  abi: unknown[];
  contract: string;
  compiler: string;
  input: z.output<typeof standardInput>;
  runtime: { object: string; immutables: Record<string, { start: number; length: number }[]> };
}

const FIELDS =
  "abi,compilation,stdJsonInput,runtimeBytecode.recompiledBytecode,runtimeBytecode.immutableReferences";
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024 };

/**
 * Asks a Sourcify server for a contract; undefined if it has none, or none in Solidity.
 * @source Sourcify API v2, GET /v2/contract/{chainId}/{address}
 * @throws NodeError when there is no answer; Error when the answer is of another form
 */
export async function readSourcify(
  server: string,
  { evmChainId, address }: { evmChainId: string; address: string },
  signal: AbortSignal,
): Promise<SourcifyContract | undefined> {
  const url = new URL(`${server}/v2/contract/${evmChainId}/${address}`);
  url.searchParams.set("fields", FIELDS);
  const answer = await exchange(url, { headers: { accept: "application/json" }, signal }, LIMITS);
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Error(`${url.origin} answered ${answer.status}`);
  const { match, abi, compilation, stdJsonInput, runtimeBytecode } = answered.parse(JSON.parse(answer.text));
  if (!match || !abi || !compilation || !stdJsonInput || !runtimeBytecode) return undefined;
  return {
    ...{ abi, input: stdJsonInput },
    contract: compilation.fullyQualifiedName,
    compiler: compilation.compilerVersion.replace(/^v/, ""),
    runtime: {
      object: runtimeBytecode.recompiledBytecode,
      immutables: runtimeBytecode.immutableReferences ?? {},
    },
  };
}
