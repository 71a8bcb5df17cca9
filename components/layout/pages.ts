/** Pages of the navigation: only what exists. `within` are the address starts that light the entry. */
export const PAGES = [
  { href: "/p/blocks", label: "Blocks", key: "b", within: ["/p/block"] },
  { href: "/p/txs", label: "Transactions", key: "x", within: ["/p/tx"] },
  { href: "/status", label: "Status", key: "s", within: ["/status"] },
] as const;
