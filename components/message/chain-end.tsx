import Link from "next/link";
import { ChainTag } from "@/components/ui/chain-tag";
import { Name } from "@/components/ui/name";
import { hrefTo } from "@/lib/contract/pages";
import { chainAt, type MessageChain, nameOfOther } from "./chains";

interface ChainEndProps {
  blockchainId?: string | undefined;
  chainId?: string | undefined;
  chains: readonly MessageChain[];
}

/** The chain at one end of a message, linked if it has pages here. */
export function ChainEnd({ chains, ...end }: ChainEndProps) {
  const chain = chainAt(end, chains);
  if (chain === undefined)
    return (
      <span className="text-ink-3" title={end.blockchainId}>
        {nameOfOther(end)}
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1.5">
      <ChainTag chain={chain.tag} />
      <Link href={hrefTo("blocks", { chain: chain.segment })} prefetch={false}>
        <Name>{chain.name}</Name>
      </Link>
    </span>
  );
}
