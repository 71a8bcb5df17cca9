import { z } from "zod";
import { type CompiledCode, compareCode } from "../../avalanche/evm/code/match";
import { readMetadata } from "../../avalanche/evm/code/metadata";
import type { SourceFile, StandardInput } from "../../contract/sources";
import { InputError } from "../../errors";
import type { Compilers } from "./compilers";

/** Sources, and what they are said to be the sources of. */
export interface SentSources {
  input: StandardInput;
  /** `src/Coin.sol:Coin`, or the name alone. */
  contract: string;
  /** `v0.8.30+commit.73712a01`, or `0.8.30`. */
  compiler: string;
  license?: string | undefined;
}

const code = z.object({ object: z.string() });
const ranges = z.record(z.string(), z.array(z.object({ start: z.int(), length: z.int() })));
const compiled = z.object({
  abi: z.array(z.unknown()).default([]),
  metadata: z.string().default(""),
  evm: z.object({
    bytecode: code,
    deployedBytecode: code.extend({ immutableReferences: ranges.optional() }),
  }),
});
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z.record(z.string(), z.record(z.string(), compiled)).default({}),
});
const OUTPUTS = ["abi", "metadata", "evm.bytecode.object", "evm.deployedBytecode"];

/**
 * Compiles sources and compares the result with a contract's runtime code.
 * @throws InputError BAD_PARAMETER when they do not compile, or to other code
 */
export async function verifySources(
  { input, contract, compiler, license }: SentSources,
  deployed: Uint8Array,
  { compilers, signal, nowMs }: { compilers: Compilers; signal: AbortSignal; nowMs: () => number },
): Promise<SourceFile> {
  const [, version] = /^v?(\d+\.\d+\.\d+)(?:\+commit\.[0-9a-f]+)?$/.exec(compiler) ?? [];
  if (version === undefined)
    throw new InputError("BAD_PARAMETER", `${compiler.slice(0, 100)} is no released version of solc`, {
      hint: "a version is like v0.8.30+commit.73712a01",
    });
  const [, file = "*", name = contract] = /^(.+):([^:]+)$/.exec(contract) ?? [];
  const settings = { ...input.settings, outputSelection: { [file]: { [name]: OUTPUTS } } };
  // Neither changes the code: proofs take minutes, and it has to be made to the end.
  delete (settings as Record<string, unknown>).modelChecker;
  delete (settings as Record<string, unknown>).stopAfter;
  const answer = compilerOutput.safeParse(await compilers.compile(version, { ...input, settings }, signal));
  if (!answer.success) throw new InputError("BAD_PARAMETER", "the compiler's answer is of another form");
  const { errors = [], contracts } = answer.data;
  const found = Object.entries(contracts).flatMap(([path, names]) => {
    const own = Object.hasOwn(names, name) ? names[name] : undefined;
    return own !== undefined && (file === "*" || file === path) ? [{ path, own }] : [];
  });
  const fault = errors.find(({ severity }) => severity === "error");
  if (fault !== undefined)
    throw new InputError(
      "BAD_PARAMETER",
      `the sources do not compile: ${fault.formattedMessage.slice(0, 1_000)}`,
    );
  if (found.length === 0)
    throw new InputError("BAD_PARAMETER", `the sources have no contract ${contract.slice(0, 200)}`, {
      hint: "name it with its file, like src/Coin.sol:Coin",
    });
  const fitting = found.find(({ own }) => compareCode(runtimeOf(own), deployed) !== undefined);
  if (fitting === undefined) throw otherCode(found[0]?.own, deployed);
  const { path, own } = fitting;
  return {
    contract: `${path}:${name}`,
    compiler: versionIn(own.metadata) ?? version,
    by: "firn",
    verifiedAtMs: nowMs(),
    ...(license !== undefined && { license }),
    abi: own.abi,
    runtime: runtimeOf(own),
    creation: { object: own.evm.bytecode.object },
  };
}

function runtimeOf({
  evm: { deployedBytecode },
}: z.output<typeof compiled>): CompiledCode & SourceFile["runtime"] {
  const { object, immutableReferences } = deployedBytecode;
  return { object, immutables: immutableReferences ?? {} };
}

/** Says as much as the two codes tell of why they differ. */
function otherCode(own: z.output<typeof compiled> | undefined, deployed: Uint8Array): InputError {
  const bytes = (own?.evm.deployedBytecode.object.length ?? 0) / 2;
  const said = readMetadata(deployed)?.compiler;
  return new InputError(
    "BAD_PARAMETER",
    `the sources compile to other code: ${bytes} bytes, where the contract has ${deployed.length}`,
    {
      hint: `compare the settings (optimizer, EVM version, libraries)${said === undefined ? "" : `; the contract's metadata names ${said}`}`,
    },
  );
}

/** The version with its commit, which the compiler writes into its metadata. */
function versionIn(metadata: string): string | undefined {
  try {
    return z.object({ compiler: z.object({ version: z.string() }) }).parse(JSON.parse(metadata)).compiler
      .version;
  } catch {
    return undefined;
  }
}
