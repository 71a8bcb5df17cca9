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
  /** Path segment of the chain. */
  chain: string | undefined;
  /** Offers all chains at once. */
  all?: boolean;
  /** Those of the three chains that have the list; all unless given. */
  letters?: readonly Chain[];
  /** Other chains that have the list. */
  l1s?: readonly EvmChain[];
  /** Further filters beside the chain. */
  filters?: ReactNode;
}

/** Chooses the chain of a list, or all chains. */
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
            All chains
          </Link>
        )}
        {[...own, ...l1s].map(({ segment, tag, name }) => (
          <Link
            key={segment}
            href={withQuery<"address">(href, { chain: segment })}
            prefetch={false}
            scroll={false}
            aria-current={chain === segment ? "true" : undefined}
            aria-label={tag === "L1" ? undefined : name}
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
