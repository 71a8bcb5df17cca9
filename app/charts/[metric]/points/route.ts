import { readOlderRows } from "@/app/charts/charts";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { readChartParams } from "@/components/chart/chart-params";
import { FirnError } from "@/lib/errors";

/** Rows of a chart after those it has, for the bars and rows that it adds: `?chains=c&pageToken=1763856000`. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ metric: string }> },
): Promise<Response> {
  const { pageToken = "", ...search } = Object.fromEntries(new URL(request.url).searchParams);
  const chart = readChartParams((await params).metric, search);
  if (chart === undefined) return refusal(404, "there is no such chart");
  if (!/^\d{1,12}$/.test(pageToken))
    return refusal(400, "pageToken must be the time that the previous page gave, in unix seconds");
  const page = await toResult(readOlderRows(chart, Number(pageToken)));
  return page instanceof FirnError ? refusalOf(page) : Response.json(page);
}
