import type { Find } from "@/app/existence";
import { type Chain, isChain } from "@/components/ui/chains";
import { hrefTo, type PageQuery } from "@/lib/contract/pages";

/** Redirects to the first chart. It may change, so the redirect is temporary. */
export const findCharts: Find<"charts", undefined> = async () => ({
  href: hrefTo("chart", { metric: "tps" }),
  status: 307,
});

/** The chain whose blocks are drawn. */
export const LAG_QUERY: PageQuery<"lag", { chain: Chain }> = {
  read: ({ chain = "p" }) => (typeof chain === "string" && isChain(chain) ? { chain } : undefined),
  write: ({ chain }) => ({ chain: chain === "p" ? undefined : chain }),
};
