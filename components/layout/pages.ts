/** Pages of the navigation: only what exists. `within` are the address starts that light the entry. */
export const PAGES = [
  { href: "/p/blocks", label: "Blocks", key: "b", within: ["/p/block", "/x/block", "/c/block"] },
  { href: "/p/txs", label: "Transactions", key: "x", within: ["/p/tx", "/x/tx", "/c/tx", "/atomic"] },
  { href: "/validators", label: "Validators", key: "v", within: ["/validator"] },
  { href: "/l1s", label: "L1s", key: "l", within: ["/l1", "/validation/"] },
  { href: "/status", label: "Status", key: "s", within: ["/status"] },
] as const;
