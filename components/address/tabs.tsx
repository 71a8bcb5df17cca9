import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { SECTION_NAV } from "@/components/ui/section-nav";
import { withQuery } from "@/lib/contract/pages";
import { ACCOUNT_LISTS, type AccountListName } from "./account-lists";

/** Tabs of an address page, by their name in the URL. */
export const TABS = {
  txs: "Transactions",
  // Of contracts alone, so near the beginning: all tabs together are wider than most screens.
  code: "Code",
  read: "Read",
  events: "Events",
  utxos: "UTXOs",
  staking: "Staking",
  balance: "Balance over time",
  transfers: "Token transfers",
  tokens: "Tokens",
  nfts: "NFTs",
  approvals: "Approvals",
  // What others let it move: of contracts, which is what they approve.
  spends: "May spend",
  internal: "Internal transfers",
  deployed: "Created contracts",
} as const;
export type Tab = keyof typeof TABS;

/** Whether a tab is about the account on EVM chains, so that it needs the 0x form. */
export function isOfAccount(tab: Tab): tab is AccountListName {
  return Object.hasOwn(ACCOUNT_LISTS, tab);
}

/** Whether a tab is about a contract. */
export function isOfContract(tab: Tab): tab is "code" | "read" {
  return tab === "code" || tab === "read";
}

/** Whether a tab can be about an L1. */
export function hasL1s(tab: Tab): boolean {
  return tab === "txs" || tab === "balance" || tab === "events" || isOfAccount(tab) || isOfContract(tab);
}

interface TabNavProps {
  href: string;
  tab: Tab;
  /** EVM chain id of the chosen L1. Tabs about accounts and transactions stay on it. */
  l1: string | undefined;
  counts: Partial<Record<Tab, string>>;
  /** Whether it is a contract: only contracts have code, and write events. */
  isContract: boolean;
}

/** Tabs of an address page, with the current one marked. `href` has the query they share. */
export function TabNav({ href, tab, l1, counts, isContract }: TabNavProps) {
  const names = (Object.keys(TABS) as Tab[]).filter(
    (name) => isContract || name === tab || !(name === "events" || name === "spends" || isOfContract(name)),
  );
  return (
    <nav className={classes(SECTION_NAV, "mt-8")} aria-label="Sections">
      {names.map((name) => {
        const count = counts[name];
        const chain = hasL1s(name) ? l1 : undefined;
        return (
          <Link
            key={name}
            href={withQuery<"address">(href, { tab: name, chain })}
            prefetch={false}
            scroll={false}
            aria-current={name === tab ? "page" : undefined}
          >
            {TABS[name]}
            {count !== undefined && <span>{count}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
