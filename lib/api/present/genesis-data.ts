import { toHex } from "../../avalanche/bytes";
import type { Dialect } from "../dialect";

/** Fields that are numbers for SDKs and hex texts in the seed. */
const NUMERIC = ["airdropAmount", "baseFeePerGas"] as const;

/**
 * Genesis of a blockchain: an EVM chain's own JSON, of other chains the bytes. A genesis is EVM when it is a JSON object
 * with `config` and `alloc`, whatever its VM is called.
 */
export function presentGenesisData(dialect: Dialect, bytes: Uint8Array): Record<string, unknown> | string {
  const genesis = readEvmGenesis(bytes);
  if (genesis === undefined) return toHex(bytes);
  const numbers = NUMERIC.flatMap((name) => {
    const value = genesis[name];
    return typeof value === "string" && /^0x[0-9a-f]+$/i.test(value)
      ? [[name, dialect.genesisNumber(value)]]
      : [];
  });
  return { ...genesis, ...Object.fromEntries(numbers) };
}

function readEvmGenesis(bytes: Uint8Array): Record<string, unknown> | undefined {
  // Cheap look first: JSON objects begin with a brace.
  if (bytes[0] !== 0x7b) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isEvm = typeof value === "object" && value !== null && "config" in value && "alloc" in value;
    return isEvm ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
