import { z } from "zod";
import { abiFile } from "./labels";

/**
 * Compiler input with its sources, in the form in which it is sent and kept. What else a setting says is for the compiler.
 * @source Solidity, compiler input and output JSON description
 */
export const standardInput = z.object({
  language: z.enum(["Solidity", "Yul"]),
  sources: z
    .record(z.string().min(1).max(1_000), z.object({ content: z.string() }))
    .refine((sources) => Object.keys(sources).length > 0),
  settings: z
    .looseObject({
      optimizer: z.looseObject({ enabled: z.boolean().optional(), runs: z.number().optional() }).optional(),
      evmVersion: z.string().max(100).optional(),
    })
    .default({}),
});
export type StandardInput = z.output<typeof standardInput>;

const compiledCode = z.object({
  object: z.string(),
  immutables: z
    .record(z.string(), z.array(z.object({ start: z.int().min(0), length: z.int().min(1) })))
    .optional(),
});

/** What is known of a contract's sources, beside the sources themselves. */
export const sourceFile = z.object({
  /** Path and name: `src/Coin.sol:Coin`. */
  contract: z.string(),
  /** `0.8.30+commit.73712a01` */
  compiler: z.string(),
  /** Who compiled them: this Firn, or the Sourcify server that the operator names. */
  by: z.enum(["firn", "sourcify"]),
  verifiedAtMs: z.int(),
  license: z.string().optional(),
  abi: z.array(z.unknown()),
  runtime: compiledCode,
  creation: compiledCode.optional(),
});
export type SourceFile = z.output<typeof sourceFile>;

/** An ABI that was added for one contract. */
export const givenAbi = z.object({ abi: abiFile, addedAtMs: z.int() });
