import Link from "next/link";
import { Seg } from "@/components/ui/seg";
import { hrefTo } from "@/lib/contract/pages";

const KINDS = {
  evm: { label: "EVM", href: hrefTo("txs", { chain: "c" }) },
  atomic: { label: "Imports and exports", href: hrefTo("txs", { chain: "c" }, { kind: "atomic" }) },
} as const;

/** The two kinds of transactions in C-Chain blocks, with the current one marked. */
export function KindSeg({ kind }: { kind: keyof typeof KINDS }) {
  return (
    <div className="ml-auto flex items-center gap-2 max-m:ml-0">
      <Seg label="Kind">
        {Object.entries(KINDS).map(([name, { label, href }]) => (
          <Link key={name} href={href} prefetch={false} aria-current={name === kind ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </Seg>
    </div>
  );
}
