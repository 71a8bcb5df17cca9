import { hrefTo, type PageName, pageOf } from "@/lib/contract/pages";

interface NavEntry {
  href: string;
  label: string;
  /** The key after `g`. */
  key: string;
  /** Pages that belong to the entry. */
  pages: readonly PageName[];
}

/** The main navigation. */
export const NAVIGATION: readonly NavEntry[] = [
  { href: hrefTo("blocks", { chain: "p" }), label: "Blocks", key: "b", pages: ["blocks", "block"] },
  { href: hrefTo("txs", { chain: "p" }), label: "Transactions", key: "x", pages: ["txs", "tx", "transfer"] },
  { href: hrefTo("validators"), label: "Validators", key: "v", pages: ["validators", "validator"] },
  { href: hrefTo("l1s"), label: "L1s", key: "l", pages: ["l1s", "l1", "validation"] },
  { href: hrefTo("chart", { metric: "tps" }), label: "Charts", key: "c", pages: ["charts", "chart", "lag"] },
  { href: hrefTo("index"), label: "Index", key: "i", pages: ["index"] },
  { href: hrefTo("status"), label: "Status", key: "s", pages: ["status"] },
];

/** The operator's console. Only a signed-in operator sees it in the navigation. */
export const ADMIN: NavEntry = {
  href: hrefTo("admin"),
  label: "Admin",
  key: "a",
  pages: ["admin", "signIn", "console"],
};

/** Whether a page belongs to an entry. `pathname` is as the browser reports it. */
export function isWithin({ pages }: NavEntry, pathname: string): boolean {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  return typeof requested === "object" && pages.includes(requested.page);
}
