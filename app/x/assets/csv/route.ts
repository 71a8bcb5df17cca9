import { answerCsv, noSuchList, utc } from "@/app/[chain]/csv";
import { readAssets } from "@/app/x/asset/assets";
import { ASSETS_QUERY } from "@/app/x/asset/find";

const HEAD = ["asset", "name", "symbol", "decimals", "kind", "supply_cap", "created_utc"];

/** Assets in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(request: Request): Promise<Response> {
  const position = ASSETS_QUERY.read(Object.fromEntries(new URL(request.url).searchParams), {});
  if (position === undefined) return noSuchList();
  return answerCsv("x-assets.csv", HEAD, async (pageToken) => {
    const { page } = await readAssets({ ...position, pageSize: PAGE_ROWS, pageToken });
    const rows = page.assets.map((asset) => [
      asset.assetId,
      asset.name,
      asset.symbol,
      asset.denomination,
      asset.type,
      asset.cap,
      utc(asset.createdTimestamp),
    ]);
    return { rows, next: page.nextPageToken };
  });
}
