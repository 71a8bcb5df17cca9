import { answerCsv, utc } from "@/app/[chain]/csv";
import { readNetworkStake } from "../../validators";

const HEAD = ["day_utc", "stake_navax", "delegated_navax", "validators", "delegations"];

/** Stake of the whole Primary Network by day as CSV, newest first. */
export async function GET(): Promise<Response> {
  return answerCsv("stake.csv", HEAD, async (pageToken) => {
    const { page } = await readNetworkStake({ pageToken, pageSize: 1_000 });
    const rows = page.points.map(({ timestamp, weight, delegatedWeight, validatorCount, delegatorCount }) => [
      utc(timestamp),
      { figure: weight },
      { figure: delegatedWeight },
      validatorCount,
      delegatorCount,
    ]);
    return { rows, next: page.nextPageToken };
  });
}
