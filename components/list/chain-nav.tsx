import Link from "next/link";
import type { EvmChain } from "@/components/evm/chain";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS } from "@/components/ui/chains";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";

interface ChainNavProps {
  /** First segment of the page's address: `p`, or an EVM chain id. */
  chain: string;
  noun: "blocks" | "txs" | "tokens" | "collections" | "contracts" | "accounts" | "events";
  /** Chains with pages besides P, X and C. */
  l1s: readonly EvmChain[];
}

/** Links to the same list of each chain that has it. The current one is marked. */
export function ChainNav({ chain, noun, l1s }: ChainNavProps) {
  const isOfAll = noun === "blocks" || noun === "txs";
  const three = CHAIN_LETTERS.filter((letter) => isOfAll || letter === "c").map((segment) => ({
    segment: segment as string,
    tag: CHAINS[segment].letter,
    name: CHAINS[segment].name as string,
  }));
  return (
    <Seg label="Chain">
      {[...three, ...l1s].map(({ segment, tag, name }) => (
        <Link
          key={segment}
          href={hrefTo(noun, { chain: segment })}
          prefetch={false}
          aria-current={segment === chain ? "page" : undefined}
        >
          <ChainTag chain={tag} />
          {name}
        </Link>
      ))}
    </Seg>
  );
}
