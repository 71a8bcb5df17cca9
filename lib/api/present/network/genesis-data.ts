import { toHex } from "../../../avalanche/codec/bytes";
import { readEvmGenesis } from "../../../avalanche/genesis/evm-genesis";
import type { Dialect } from "../../request/dialect";

/** Fields that are numbers for SDKs and hex text in the seed document. */
const NUMERIC = ["airdropAmount", "baseFeePerGas"] as const;

/**
 * Genesis of a blockchain: an EVM chain's JSON, or the bytes as hex for other chains. Always an object, as SDKs reject
 * a text.
 */
export function presentGenesisData(dialect: Dialect, bytes: Uint8Array): Record<string, unknown> {
  const genesis = readEvmGenesis(bytes);
  if (genesis === undefined) return { encoding: "hex", data: toHex(bytes) };
  const numbers = NUMERIC.flatMap((name) => {
    const value = genesis[name];
    return typeof value === "string" && /^0x[0-9a-f]+$/i.test(value)
      ? [[name, dialect.genesisNumber(value)]]
      : [];
  });
  return { ...genesis, ...Object.fromEntries(numbers) };
}
