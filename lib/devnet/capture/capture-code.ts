import { z } from "zod";
import type { evmTrace } from "../../contract/node/evm";
import { InputError } from "../../errors";
import type { ReadFile } from "./read-file";

/**
 * A capture leaves the code out of state differences and says its length (`codeBytes`). Here it is put back from where
 * the capture has it: code at the head, what creations returned, the genesis.
 */

type Trace = z.output<typeof evmTrace>;

/** Every code of a capture, by address: an address may have had several. */
export type Codes = ReadonlyMap<string, readonly string[]>;

const codeFile = z.record(z.string(), z.looseObject({ code: z.string() }));
const genesisFile = z.looseObject({
  alloc: z.record(z.string(), z.looseObject({ code: z.string().optional() })),
});

interface Frame {
  type?: string;
  to?: string;
  output?: string;
  calls?: Frame[];
}

/** Collects the codes of an EVM chain. */
export async function codesOf(read: ReadFile, folder: string, traces: readonly Trace[]): Promise<Codes> {
  const codes = new Map<string, string[]>();
  const add = (address: string, code: string) => {
    const key = `0x${address.replace(/^0x/, "").toLowerCase()}`;
    codes.set(key, [...(codes.get(key) ?? []), code]);
  };
  const walk = ({ type = "", to, output, calls = [] }: Frame): void => {
    if (type.startsWith("CREATE") && to !== undefined && output !== undefined) add(to, output);
    calls.forEach(walk);
  };
  for (const { result } of traces) walk(result as Frame);
  const atHead = (await read(`${folder}/code.json`, codeFile)) ?? {};
  for (const [address, { code }] of Object.entries(atHead)) add(address, code);
  const genesis = await read(`${folder}/genesis.json`, genesisFile);
  for (const [address, { code }] of Object.entries(genesis?.alloc ?? {}))
    if (code !== undefined) add(address, code);
  return codes;
}

/** @throws InputError BAD_PARAMETER if a code of that length was at the address in no other file */
export function withCode(diff: Trace, codes: Codes): Trace {
  const restored = ([address, { codeBytes, ...account }]: [string, Account]) => {
    if (codeBytes === undefined) return [address, account];
    const code = codes.get(address.toLowerCase())?.find(({ length }) => length === 2 + 2 * codeBytes);
    if (code !== undefined) return [address, { ...account, code }];
    throw new InputError("BAD_PARAMETER", `the capture has no code of ${codeBytes} bytes at ${address}`);
  };
  const { pre, post } = diff.result as Record<"pre" | "post", Record<string, Account>>;
  const sides = { pre, post };
  const result = Object.fromEntries(
    Object.entries(sides).map(([side, accounts]) => [
      side,
      Object.fromEntries(Object.entries(accounts).map(restored)),
    ]),
  );
  return { ...diff, result };
}

interface Account {
  codeBytes?: number;
}
