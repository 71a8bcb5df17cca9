import { z } from "zod";
import { standardInput } from "../contract/sources";
import { exchangeElsewhere } from "./http";

/** What a Sourcify server has of a contract. */
const answered = z.object({
  match: z.enum(["match", "exact_match"]).nullable().optional(),
  abi: z.array(z.unknown()).nullable().optional(),
  compilation: z.object({ compilerVersion: z.string(), fullyQualifiedName: z.string() }).optional(),
  /** Of another language, it is not read. */
  stdJsonInput: standardInput.optional().catch(undefined),
  runtimeBytecode: z.object({ recompiledBytecode: z.string() }).optional(),
});

/** Sources of a contract, with what they compiled to there. */
export interface SourcifyContract {
  abi: unknown[];
  contract: string;
  compiler: string;
  input: z.output<typeof standardInput>;
  /** Where immutables are is seen in the code: what the server says of it could make any code fit. */
  runtime: { object: string };
}

const FIELDS = "abi,compilation,stdJsonInput,runtimeBytecode.recompiledBytecode";
const LIMITS = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024 };

/**
 * Asks a Sourcify server for a contract; undefined if it has none, or none in Solidity.
 * @source Sourcify API v2, GET /v2/contract/{chainId}/{address}
 * @throws Error when there is no answer, or one of another form
 */
export async function readSourcify(
  server: string,
  { evmChainId, address }: { evmChainId: string; address: string },
  signal: AbortSignal,
): Promise<SourcifyContract | undefined> {
  const url = new URL(`${server}/v2/contract/${evmChainId}/${address}`);
  url.searchParams.set("fields", FIELDS);
  const answer = await exchangeElsewhere(url, { headers: { accept: "application/json" }, signal }, LIMITS);
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Error(`${url.origin} answered ${answer.status}`);
  const { match, abi, compilation, stdJsonInput, runtimeBytecode } = answered.parse(JSON.parse(answer.text));
  if (!match || !abi || !compilation || !stdJsonInput || !runtimeBytecode) return undefined;
  return {
    abi,
    input: stdJsonInput,
    contract: compilation.fullyQualifiedName,
    compiler: compilation.compilerVersion.replace(/^v/, ""),
    runtime: { object: runtimeBytecode.recompiledBytecode },
  };
}
