import Link from "next/link";
import type { ReactNode } from "react";
import type { EvmChain } from "@/components/evm/chain";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { FILTERS } from "@/components/ui/layout";
import { Seg } from "@/components/ui/seg";
import { withQuery } from "@/lib/contract/pages";

interface ChainSegProps {
  /** Address of the list on all chains. */
  href: string;
  /** First part of the chain's addresses. */
  chain: string | undefined;
  /** Where lists of several chains can be merged. */
  all?: boolean;
  /** Of the three chains, those with such a list; all unless given. */
  letters?: readonly Chain[];
  /** Other chains with such a list. */
  l1s?: readonly EvmChain[];
  /** What else of the list can be chosen, beside the chain. */
  filters?: ReactNode;
}

/** Chooses a chain of a list, or all where lists can be merged. */
export function ChainSeg({
  href,
  chain,
  all = true,
  letters = CHAIN_LETTERS,
  l1s = [],
  filters,
}: ChainSegProps) {
  const own = letters.map((segment) => ({
    segment: segment as string,
    tag: CHAINS[segment].letter,
    name: CHAINS[segment].name as string,
  }));
  return (
    <div className={FILTERS}>
      <Seg label="Chain">
        {all && (
          <Link
            href={href}
            prefetch={false}
            scroll={false}
            aria-current={chain === undefined ? "true" : undefined}
          >
            {l1s.length === 0 ? "All chains" : "P, X and C"}
          </Link>
        )}
        {[...own, ...l1s].map(({ segment, tag, name }) => (
          <Link
            key={segment}
            href={withQuery<"address">(href, { chain: segment })}
            prefetch={false}
            scroll={false}
            aria-current={chain === segment ? "true" : undefined}
            aria-label={name}
          >
            <ChainTag chain={tag} />
            {tag === "L1" && name}
          </Link>
        ))}
      </Seg>
      {filters}
    </div>
  );
}
