import { hrefTo, type PageName, pageOf } from "@/lib/contract/pages";

interface NavEntry {
  href: string;
  label: string;
  /** The key after `g`. */
  key: string;
  /** Pages that belong to the entry. */
  pages: readonly PageName[];
  /** The page that the entry opens of the current page's chain. */
  perChain?: "blocks" | "txs" | "tokens";
}

/** The main navigation. */
export const NAVIGATION: readonly NavEntry[] = [
  {
    href: hrefTo("blocks", { chain: "p" }),
    label: "Blocks",
    key: "b",
    pages: ["blocks", "block"],
    perChain: "blocks",
  },
  {
    href: hrefTo("txs", { chain: "p" }),
    label: "Transactions",
    key: "x",
    pages: ["txs", "tx", "transfer", "address"],
    perChain: "txs",
  },
  {
    href: hrefTo("tokens", { chain: "c" }),
    label: "Tokens",
    key: "o",
    pages: [
      "tokens",
      "collections",
      "contracts",
      "accounts",
      "token",
      "collection",
      "nft",
      "assets",
      "asset",
    ],
    perChain: "tokens",
  },
  {
    href: hrefTo("validators"),
    label: "Validators",
    key: "v",
    pages: ["validators", "validator", "rewards"],
  },
  { href: hrefTo("l1s"), label: "L1s", key: "l", pages: ["l1s", "l1", "validation", "messages", "message"] },
  { href: hrefTo("chart", { metric: "tps" }), label: "Charts", key: "c", pages: ["charts", "chart", "lag"] },
  { href: hrefTo("index"), label: "Index", key: "i", pages: ["index"] },
  { href: hrefTo("status"), label: "Status", key: "s", pages: ["status", "node"] },
];

/** The operator's console. Only a signed-in operator sees it in the navigation. */
export const ADMIN: NavEntry = {
  href: hrefTo("admin"),
  label: "Admin",
  key: "a",
  pages: ["admin", "signIn", "console"],
};

/** Where an entry leads from a page: lists of blocks, transactions and tokens stay on the page's chain, if it has them. */
export function hrefFrom({ href, perChain }: NavEntry, pathname: string): string {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  if (perChain === undefined || typeof requested !== "object") return href;
  const chain = chainOf(requested);
  if (chain === undefined || (perChain === "tokens" && chain === "p")) return href;
  return perChain === "tokens" && chain === "x" ? hrefTo("assets") : hrefTo(perChain, { chain });
}

/** The first segment of a page that is of one chain. */
function chainOf({
  page,
  params,
}: Exclude<ReturnType<typeof pageOf>, string | undefined>): string | undefined {
  if (page === "assets" || page === "asset") return "x";
  return "chain" in params ? params.chain : undefined;
}

/** Whether a page belongs to an entry. `pathname` is as the browser reports it. */
export function isWithin({ pages }: NavEntry, pathname: string): boolean {
  const requested = pageOf({ pathname, searchParams: new URLSearchParams() });
  return typeof requested === "object" && pages.includes(requested.page);
}
