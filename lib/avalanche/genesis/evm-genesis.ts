/**
 * Reads the genesis of an EVM chain: a JSON object with `config` and `alloc`, whatever its VM is called. Undefined for
 * any other genesis.
 */
export function readEvmGenesis(bytes: Uint8Array): Record<string, unknown> | undefined {
  // a cheap first check
  if (bytes[0] !== 0x7b) return undefined;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const isEvm = typeof value === "object" && value !== null && "config" in value && "alloc" in value;
    return isEvm ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The EVM chain id in a genesis; undefined if it has none, or one too large to be exact. */
export function evmChainIdOf(genesisData: Uint8Array): number | undefined {
  const config = readEvmGenesis(genesisData)?.config;
  if (typeof config !== "object" || config === null || !("chainId" in config)) return undefined;
  const { chainId } = config;
  return typeof chainId === "number" && Number.isSafeInteger(chainId) && chainId >= 0 ? chainId : undefined;
}
