import { answerCsv, utc } from "@/app/[chain]/csv";
import { readL1s } from "../l1s";

const HEAD = [
  "subnet_id",
  "name",
  "evm_chain_id",
  "active_validators",
  "inactive_validators",
  "balance_navax",
  "first_runs_out_utc",
  "converted_utc",
];

/** L1s as CSV, latest conversion first. */
export async function GET(): Promise<Response> {
  return answerCsv("l1s.csv", HEAD, async (pageToken) => {
    const { page } = await readL1s({ pageToken, pageSize: 100 });
    const rows = page.l1s.map((l1) => [
      l1.subnetId,
      l1.name ?? "",
      l1.blockchains.find(({ evmChainId }) => evmChainId !== undefined)?.evmChainId ?? "",
      l1.activeCount,
      l1.inactiveCount,
      { figure: l1.balanceNavax ?? "" },
      utc(l1.firstRunsOutTimestamp),
      utc(l1.convertedTimestamp),
    ]);
    return { rows, next: page.nextPageToken };
  });
}
