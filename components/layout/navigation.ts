import { href, type PageName, pageOf } from "@/lib/contract/pages";

interface NavEntry {
  href: string;
  label: string;
  /** Pressed after `g`. */
  key: string;
  /** Pages that light the entry. */
  pages: readonly PageName[];
}

/** The main navigation. */
export const NAVIGATION: readonly NavEntry[] = [
  { href: href("blocks", { chain: "p" }), label: "Blocks", key: "b", pages: ["blocks", "block"] },
  { href: href("txs", { chain: "p" }), label: "Transactions", key: "x", pages: ["txs", "tx", "transfer"] },
  { href: href("validators"), label: "Validators", key: "v", pages: ["validators", "validator"] },
  { href: href("l1s"), label: "L1s", key: "l", pages: ["l1s", "l1", "validation"] },
  { href: href("chart", { metric: "tps" }), label: "Charts", key: "c", pages: ["charts", "chart", "lag"] },
  { href: href("index"), label: "Index", key: "i", pages: ["index"] },
  { href: href("status"), label: "Status", key: "s", pages: ["status"] },
];

/** The operator's console, which has a place in the navigation only for who is signed in to it. */
export const ADMIN: NavEntry = {
  href: href("admin"),
  label: "Admin",
  key: "a",
  pages: ["admin", "signIn", "console"],
};

/** Whether a page belongs to an entry. `pathname` is as the browser shows it. */
export function isWithin({ pages }: NavEntry, pathname: string): boolean {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  return typeof requested === "object" && pages.includes(requested.page);
}
