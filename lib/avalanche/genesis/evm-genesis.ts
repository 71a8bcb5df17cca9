/**
 * The genesis of an EVM chain, which is JSON. A genesis is EVM when it is a JSON object with `config` and `alloc`, whatever
 * its VM is called; of every other one undefined.
 */
export function readEvmGenesis(bytes: Uint8Array): Record<string, unknown> | undefined {
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

/** The EVM chain id that a genesis fixes; undefined when it is none, or too large to be exact. */
export function evmChainIdOf(genesisData: Uint8Array): number | undefined {
  const config = readEvmGenesis(genesisData)?.config;
  if (typeof config !== "object" || config === null || !("chainId" in config)) return undefined;
  const { chainId } = config;
  return typeof chainId === "number" && Number.isSafeInteger(chainId) && chainId >= 0 ? chainId : undefined;
}
