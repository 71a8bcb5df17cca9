import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { Seg } from "@/components/ui/seg";

/** The same list of each chain; the one shown is marked. */
export function ChainNav({ chain, noun }: { chain: Chain; noun: "blocks" | "txs" }) {
  return (
    <Seg label="Chain">
      {CHAIN_LETTERS.map((letter) => (
        <Link
          key={letter}
          href={`/${letter}/${noun}`}
          prefetch={false}
          aria-current={letter === chain ? "page" : undefined}
        >
          <ChainTag chain={CHAINS[letter].letter} />
          {CHAINS[letter].name}
        </Link>
      ))}
    </Seg>
  );
}
