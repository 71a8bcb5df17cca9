import type { Find } from "@/app/existence";
import { type LagParams, queryOfLag } from "@/components/chart/lag";
import { isChain } from "@/components/ui/chains";
import { hrefTo, type PageQuery } from "@/lib/contract/pages";

/** Redirects to the first chart. It may change, so the redirect is temporary. */
export const findCharts: Find<"charts", undefined> = async () => ({
  href: hrefTo("chart", { metric: "tps" }),
  status: 307,
});

/** The chain whose blocks are drawn, and a height: only blocks below it. */
export const LAG_QUERY: PageQuery<"lag", LagParams> = {
  read: ({ chain = "p", before }) => {
    if (typeof chain !== "string" || !isChain(chain)) return undefined;
    if (before === undefined) return { chain };
    const height = /^\d{1,12}$/.test(String(before)) ? Number(before) : undefined;
    return height === undefined ? undefined : { chain, before: height };
  },
  write: queryOfLag,
};
