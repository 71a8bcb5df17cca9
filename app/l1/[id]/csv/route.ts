import { answerCsv, type CsvPage, noSuchList, utc } from "@/app/[chain]/csv";
import { CHANGES_HEAD, changeCells } from "@/app/l1/changes-csv";
import { refusalOf } from "@/app/refusal";
import { api, toResult } from "@/app/server";
import { listL1Fees } from "@/lib/contract/firn/l1-fees";
import { listChangesOfL1, listValidatorsOfL1 } from "@/lib/contract/firn/l1-lists";
import { listValidatorLines } from "@/lib/contract/firn/validators";
import { FirnError } from "@/lib/errors";
import { readL1 } from "../find";

const RUNWAY_HEAD = [
  "node_id",
  "validation_id",
  "weight",
  "active",
  "balance_navax",
  "runs_out_utc",
  "inactive_since_utc",
];
const SUBNET_HEAD = ["rank", "node_id", "weight", "start_utc", "end_utc"];
const FEES_HEAD = ["day_utc", "fees_navax", "total_navax", "paying_validators"];
const PAGE_ROWS = 100;

/** Validators of an L1 or subnet as CSV; with `?list=changes` the changes of an L1's, with `fees` what they paid. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const list = new URL(request.url).searchParams.get("list") ?? "validators";
  const existence = await toResult(readL1((await params).id, 0));
  if (existence instanceof FirnError) return refusalOf(existence);
  const found = typeof existence === "object" && "found" in existence ? existence.found : undefined;
  if (found?.kind === "subnet" && list === "validators")
    return answerCsv(`${found.subnet.subnetId}-validators.csv`, SUBNET_HEAD, (pageToken) =>
      readSubnet(found.subnet.subnetId, pageToken),
    );
  if (found?.kind !== "l1") return noSuchList();
  const { subnetId } = found.l1;
  if (list === "validators")
    return answerCsv(`${subnetId}-validators.csv`, RUNWAY_HEAD, (pageToken) =>
      readRunway(subnetId, pageToken),
    );
  if (list === "fees")
    return answerCsv(`${subnetId}-fees.csv`, FEES_HEAD, (pageToken) => readFees(subnetId, pageToken));
  if (list !== "changes") return noSuchList();
  return answerCsv(`${subnetId}-changes.csv`, CHANGES_HEAD, async (pageToken) => {
    const query = { pageToken, pageSize: PAGE_ROWS };
    const page = await api().get(listChangesOfL1, { params: { subnetId }, query });
    return { rows: page.changes.map(changeCells), next: page.nextPageToken };
  });
}

async function readRunway(subnetId: string, pageToken: string | undefined): Promise<CsvPage> {
  const query = { pageToken, pageSize: PAGE_ROWS };
  const page = await api().get(listValidatorsOfL1, { params: { subnetId }, query });
  const rows = page.validators.map((line) => [
    line.nodeId,
    line.validationId,
    { figure: line.weight },
    line.active ? "yes" : "no",
    { figure: line.balanceNavax ?? "" },
    utc(line.runsOutTimestamp),
    utc(line.inactiveSinceTimestamp),
  ]);
  return { rows, next: page.nextPageToken };
}

async function readFees(subnetId: string, pageToken: string | undefined): Promise<CsvPage> {
  const page = await api().get(listL1Fees, { params: { subnetId }, query: { pageToken, pageSize: 1_000 } });
  const rows = page.points.map(({ timestamp, feesNavax, cumulativeNavax, payingValidators }) => [
    utc(timestamp),
    { figure: feesNavax },
    { figure: cumulativeNavax },
    payingValidators,
  ]);
  return { rows, next: page.nextPageToken };
}

async function readSubnet(subnetId: string, pageToken: string | undefined): Promise<CsvPage> {
  const query = { subnetId, pageToken, pageSize: PAGE_ROWS };
  const page = await api().get(listValidatorLines, { params: {}, query });
  const rows = page.validators.map(
    ({ rank, nodeId, weight, delegatedWeight, startTimestamp, endTimestamp }) => [
      rank,
      nodeId,
      BigInt(weight) + BigInt(delegatedWeight),
      utc(startTimestamp),
      utc(endTimestamp),
    ],
  );
  return { rows, next: page.nextPageToken };
}
