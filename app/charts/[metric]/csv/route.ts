import { readSeries } from "@/app/charts/charts";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { readChartParams } from "@/components/chart/chart-params";
import { toCsv } from "@/lib/csv";
import { FirnError } from "@/lib/errors";

/** The points of a chart, newest first. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ metric: string }> },
): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const chart = readChartParams((await params).metric, search);
  if (chart === undefined) return refusal(404, "there is no such chart");
  const found = await toResult(readSeries(chart));
  if (found instanceof FirnError) return refusalOf(found);
  const { series, first } = found;
  const head = ["from, UTC", ...series.map(({ name }) => name)];
  const lines = first.rows.map(({ timestamp, values }) => [
    new Date(timestamp * 1000).toISOString(),
    ...series.map(({ segment }) => values[segment] ?? ""),
  ]);
  return new Response(toCsv([head, ...lines]), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="firn-${chart.name}.csv"`,
      "cache-control": "no-store",
    },
  });
}
