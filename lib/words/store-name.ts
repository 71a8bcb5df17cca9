/** What a store holds, as people call it: `primary` or `evm/43114`. */
export function storeName(id: string): string {
  return id === "primary" ? "Primary Network" : id.replace(/^evm\//, "EVM chain ");
}
