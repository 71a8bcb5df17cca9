import { answerCsv, utc } from "@/app/[chain]/csv";
import { readMetrics } from "../../load";

const HEAD = [
  "day_utc",
  "stake_navax",
  "delegated_navax",
  "delegations",
  "own_reward_navax",
  "delegation_fee_reward_navax",
  "delegators_reward_navax",
];

/** Stake, delegations and rewards of the node by day as CSV, newest first. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id: nodeId } = await params;
  return answerCsv(`${nodeId}-metrics.csv`, HEAD, async (pageToken) => {
    const { page } = await readMetrics(nodeId, { pageToken, pageSize: 1_000 });
    const rows = page.points.map((point) => [
      utc(point.timestamp),
      { figure: point.weight },
      { figure: point.delegatedWeight },
      point.delegatorCount,
      { figure: point.validatorReward },
      { figure: point.validatorFeeReward },
      { figure: point.delegatorReward },
    ]);
    return { rows, next: page.nextPageToken };
  });
}
