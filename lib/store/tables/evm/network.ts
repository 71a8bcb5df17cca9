/** Facts about the chain, one row each, as text: `EvmFacts` in evm-facts.ts. */
export interface EvmNetworkTable {
  key: string;
  value: string;
}
