import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";

const LISTS = {
  blocks: { label: "Blocks", href: hrefTo("blocks", { chain: "x" }) },
  txs: { label: "Transactions", href: hrefTo("txs", { chain: "x" }) },
  assets: { label: "Assets", href: hrefTo("assets") },
} as const;

/** Links to all lists of the X-Chain. The current one is marked. */
export function XListsNav({ current }: { current: keyof typeof LISTS }) {
  return (
    <Seg label="Lists of the X-Chain">
      {Object.entries(LISTS).map(([name, { label, href }]) => (
        <Link key={name} href={href} prefetch={false} aria-current={name === current ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </Seg>
  );
}
