import { notFound } from "next/navigation";

/** Chains that have pages: the P-Chain. Any other goes to the resolver, which says what is indexed. */
export function requireChain(chain: string): "p" {
  if (chain !== "p") notFound();
  return chain;
}
