import { answerCsv, utc } from "@/app/[chain]/csv";
import { readPeriods } from "../../load";

const HEAD = [
  "transaction",
  "subnet_id",
  "state",
  "start_utc",
  "end_utc",
  "staked",
  "own_reward_navax",
  "delegation_reward_navax",
];

/** Periods of the node as CSV, newest first. Rewards are those paid, or expected while the period runs. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id: nodeId } = await params;
  return answerCsv(`${nodeId}-periods.csv`, HEAD, async (pageToken) => {
    const { page } = await readPeriods(nodeId, { pageToken, pageSize: 100 });
    const rows = page.validators.map((period) => {
      const rewards =
        period.validationStatus === "completed"
          ? period.rewards
          : period.validationStatus === "active"
            ? period.potentialRewards
            : {};
      return [
        period.txHash,
        period.subnetId,
        period.validationStatus,
        utc(period.startTimestamp),
        utc(period.endTimestamp),
        { figure: period.amountStaked },
        { figure: rewards.validationRewardAmount ?? "" },
        { figure: rewards.delegationRewardAmount ?? "" },
      ];
    });
    return { rows, next: page.nextPageToken };
  });
}
