import { notFound } from "next/navigation";
import { type Chain, isChain } from "@/components/ui/chains";

/** The chain of an address. Any other than the three goes to the resolver, which says what is indexed. */
export function requireChain(chain: string): Chain {
  if (!isChain(chain)) notFound();
  return chain;
}
