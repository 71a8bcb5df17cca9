import type { Find } from "@/app/existence";
import { type ChartParams, readChartParams } from "@/components/chart/chart-params";
import { type Chain, isChain } from "@/components/ui/chains";
import { hrefTo } from "@/lib/contract/pages";

/** The first of the charts, whichever that is one day. */
export const findCharts: Find<"charts", undefined> = async () => ({
  href: hrefTo("chart", { metric: "tps" }),
  status: 307,
});

export const findChart: Find<"chart", ChartParams> = async ({ params: { metric }, search }) => {
  const found = readChartParams(metric, search);
  return found === undefined ? "missing" : { found };
};

/** The chain whose blocks are drawn. */
export const findLag: Find<"lag", Chain> = async ({ search: { chain = "p" } }) =>
  typeof chain === "string" && isChain(chain) ? { found: chain } : "missing";
