import type { FirnAddress } from "@/lib/contract/firn/addresses";

/** What an address is, most telling first. */
export interface Who extends Pick<FirnAddress, "key" | "account" | "chains" | "validates" | "manages"> {
  /** Present if it is known that both forms belong together. */
  evidence?: object | undefined;
}

/** Standards of contracts whose page is another one. */
const KINDS: Readonly<Record<string, string>> = {
  "ERC-20": "Token",
  "ERC-721": "NFT collection",
  "ERC-1155": "Multi-token collection",
};

/** One word or two for the line above the title. */
export function kindOf({ key, account, evidence, chains, validates, manages }: Who): string {
  const contract = chains.find(({ contract }) => contract !== undefined)?.contract;
  if (manages.length > 0) return "Validator manager";
  if (contract !== undefined) return KINDS[contract.ercType] ?? "Contract";
  if (validates.length > 0) return "Validator’s owner";
  if (evidence !== undefined) return "One key, three chains";
  return account !== undefined && key === undefined ? "Account" : "Address";
}

/** The first and the last time on any chain, unix seconds. */
export function activityOf(chains: Who["chains"]): { first?: number; last?: number } {
  const firsts = chains.flatMap(({ firstTimestamp }) => firstTimestamp ?? []);
  const lasts = chains.flatMap(({ lastTimestamp }) => lastTimestamp ?? []);
  return {
    ...(firsts.length > 0 && { first: Math.min(...firsts) }),
    ...(lasts.length > 0 && { last: Math.max(...lasts) }),
  };
}

/**
 * The L1 that a page shows unless its address names a chain: the first one that knows the address, if it is in nothing
 * of P, X and C.
 */
export function homeL1Of(chains: Who["chains"]): string | undefined {
  return chains.some(({ chain }) => ["p", "x", "c"].includes(chain)) ? undefined : chains[0]?.chain;
}
