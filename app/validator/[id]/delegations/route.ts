import { answerCsv, utc } from "@/app/[chain]/csv";
import { readDelegations } from "../load";

const HEAD = [
  "transaction",
  "state",
  "amount_navax",
  "start_utc",
  "end_utc",
  "fee_percent",
  "net_reward_navax",
  "reward_addresses",
];

/** Delegations to the node as CSV, newest first; at most 10,000 rows. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id: nodeId } = await params;
  return answerCsv(`${nodeId}-delegations.csv`, HEAD, async (pageToken) => {
    const { page } = await readDelegations(nodeId, { pageToken, pageSize: 100 });
    const rows = page.delegators.map((one) => [
      one.txHash,
      one.delegationStatus,
      one.amountDelegated,
      utc(one.startTimestamp),
      utc(one.endTimestamp),
      one.delegationFee ?? "",
      (one.delegationStatus === "completed" ? one.netReward : one.estimatedNetReward) ?? "",
      one.rewardAddresses.join(" "),
    ]);
    return { rows, next: page.nextPageToken };
  });
}
