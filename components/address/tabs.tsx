import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { SECTION_NAV } from "@/components/ui/section-nav";
import { withQuery } from "@/lib/contract/pages";

/** Tabs of an address page, by their name in the URL. */
export const TABS = {
  txs: "Transactions",
  utxos: "UTXOs",
  staking: "Staking",
  tokens: "Tokens",
  nfts: "NFTs",
  internal: "Internal",
  deployed: "Deployed",
} as const;
export type Tab = keyof typeof TABS;

/** Whether a tab is about the account on EVM chains, so that it needs the 0x form. */
export function isOfAccount(tab: Tab): tab is "tokens" | "nfts" | "internal" | "deployed" {
  return ["tokens", "nfts", "internal", "deployed"].includes(tab);
}

/** Tabs of an address page, with the current one marked. `href` has the query they share. */
export function TabNav({
  href,
  tab,
  counts,
}: {
  href: string;
  tab: Tab;
  counts: Partial<Record<Tab, number>>;
}) {
  return (
    <nav className={classes(SECTION_NAV, "mt-8")} aria-label="Sections">
      {Object.entries(TABS).map(([name, title]) => {
        const count = counts[name as Tab];
        return (
          <Link
            key={name}
            href={withQuery<"address">(href, { tab: name })}
            prefetch={false}
            scroll={false}
            aria-current={name === tab ? "page" : undefined}
          >
            {title}
            {count !== undefined && <span>{count}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
