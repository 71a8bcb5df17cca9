/** Pages of the navigation: only what exists. `within` are the address starts that light the entry. */
export const PAGES = [
  { href: "/p/blocks", label: "Blocks", key: "b", within: ["/p/block", "/x/block", "/c/block"] },
  { href: "/p/txs", label: "Transactions", key: "x", within: ["/p/tx", "/x/tx", "/c/tx", "/atomic"] },
  { href: "/validators", label: "Validators", key: "v", within: ["/validator"] },
  { href: "/l1s", label: "L1s", key: "l", within: ["/l1", "/validation/"] },
  { href: "/charts/tps", label: "Charts", key: "c", within: ["/charts"] },
  { href: "/index", label: "Index", key: "i", within: ["/index"] },
  { href: "/status", label: "Status", key: "s", within: ["/status"] },
] as const;

/** The operator's console, which has a place in the navigation only for who is signed in to it. */
export const ADMIN_PAGE = { href: "/admin", label: "Admin", key: "a", within: ["/admin"] } as const;
