import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { Seg } from "@/components/ui/seg";

/** Chooses a chain of a list, or all where lists can be merged. `href` has a query already. */
export function ChainSeg({
  href,
  chain,
  all = true,
}: {
  href: string;
  chain: Chain | undefined;
  all?: boolean;
}) {
  return (
    <div className="filters">
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
        {CHAIN_LETTERS.map((letter) => (
          <Link
            key={letter}
            href={`${href}&chain=${letter}`}
            prefetch={false}
            scroll={false}
            aria-current={chain === letter ? "true" : undefined}
          >
            <ChainTag chain={CHAINS[letter].letter} />
            {CHAINS[letter].name}
          </Link>
        ))}
      </Seg>
    </div>
  );
}
