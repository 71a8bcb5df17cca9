import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { readValidatorListParams } from "@/components/validator/list-params";
import { readValidators } from "../validators";

const HEAD = [
  "rank",
  "node_id",
  "stake_navax",
  "delegated_navax",
  "room_navax",
  "fee_percent",
  "delegators",
  "uptime_seen_percent",
  "start_utc",
  "end_utc",
];

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(request: Request): Promise<Response> {
  const params = readValidatorListParams(Object.fromEntries(new URL(request.url).searchParams));
  if (params === undefined) return noSuchList();
  return answerCsv("validators.csv", HEAD, async (pageToken) => {
    const { page } = await readValidators(params, { pageSize: 1_000, pageToken });
    const rows = page.validators.map((line) => [
      String(line.rank),
      line.nodeId,
      line.weight,
      line.delegatedWeight,
      line.room ?? "",
      line.delegationFeePercent ?? "",
      String(line.delegatorCount),
      line.uptimePercent === undefined ? "" : String(line.uptimePercent),
      toUtc(line.startTimestamp),
      line.endTimestamp === undefined ? "" : toUtc(line.endTimestamp),
    ]);
    return { rows, next: page.nextPageToken };
  });
}

function toUtc(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
