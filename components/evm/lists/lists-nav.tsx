import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";
import type { EvmChain } from "../chain";

const LISTS = {
  blocks: "Blocks",
  txs: "Transactions",
  tokens: "Tokens",
  collections: "Collections",
  contracts: "Contracts",
  accounts: "Accounts",
  events: "Events",
} as const;

interface ListsNavProps {
  chain: Pick<EvmChain, "segment" | "name">;
  /** The list of this page. */
  current: keyof typeof LISTS;
}

/** Links to all lists of one EVM chain. The current one is marked. */
export function ListsNav({ chain, current }: ListsNavProps) {
  return (
    <Seg label={`Lists of ${chain.name}`}>
      {Object.entries(LISTS).map(([name, label]) => (
        <Link
          key={name}
          href={hrefTo(name as keyof typeof LISTS, { chain: chain.segment })}
          prefetch={false}
          aria-current={name === current ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </Seg>
  );
}
