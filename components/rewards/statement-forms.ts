import type { RewardStatementLine } from "@/lib/contract/firn/rewards";
import type { CsvCell } from "@/lib/csv";

/** A form in which a statement is written to a file. */
interface StatementForm {
  label: string;
  head: readonly string[];
  cells(line: RewardStatementLine): CsvCell[];
}

const SAYS = {
  VALIDATOR: "Reward for validating",
  DELEGATOR: "Reward for a delegation",
  VALIDATOR_FEE: "Share of delegators' rewards",
} as const satisfies Record<RewardStatementLine["rewardType"], string>;

/** Firn's own form, and those in which tax programs import what was earned. Times are UTC. */
export const STATEMENT_FORMS = {
  plain: {
    label: "CSV",
    head: [
      "paid_utc",
      "kind",
      "amount",
      "unit",
      "amount_base_units",
      "running_total",
      "price",
      "value",
      "currency",
      "reward_transaction",
      "output_index",
      "staking_transaction",
      "node_id",
      "addresses",
    ],
    cells: (line) => [
      line.rewardTimestamp === undefined ? "" : new Date(line.rewardTimestamp * 1000).toISOString(),
      line.rewardType,
      wholeUnits(line, line.reward.amount),
      unitOf(line),
      { figure: line.reward.amount },
      wholeUnits(line, line.runningTotal),
      { figure: String(line.price?.value ?? "") },
      { figure: String(line.value?.value ?? "") },
      line.price?.currencyCode ?? "",
      line.rewardTxHash,
      line.outputIndex,
      line.txHash,
      line.nodeId,
      line.addresses.join(" "),
    ],
  },
  /** @source https://support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data */
  koinly: {
    label: "Koinly",
    head: [
      "Koinly Date",
      "Amount",
      "Currency",
      "Net Worth Amount",
      "Net Worth Currency",
      "Label",
      "Description",
      "TxHash",
    ],
    cells: (line) => [
      line.rewardTimestamp === undefined ? "" : `${dayAndClock(line.rewardTimestamp)} UTC`,
      wholeUnits(line, line.reward.amount),
      unitOf(line),
      { figure: String(line.value?.value ?? "") },
      line.value?.currencyCode.toUpperCase() ?? "",
      "reward",
      `${SAYS[line.rewardType]}, ${line.nodeId}`,
      line.rewardTxHash,
    ],
  },
  /** @source https://cointracking.info/import/import_csv/ */
  cointracking: {
    label: "CoinTracking",
    head: [
      "Type",
      "Buy Amount",
      "Buy Currency",
      "Sell Amount",
      "Sell Currency",
      "Fee",
      "Fee Currency",
      "Exchange",
      "Trade-Group",
      "Comment",
      "Date",
      "Tx-ID",
    ],
    cells: (line) => [
      "Staking",
      wholeUnits(line, line.reward.amount),
      unitOf(line),
      "",
      "",
      "",
      "",
      "Avalanche P-Chain",
      "",
      `${SAYS[line.rewardType]}, ${line.nodeId}`,
      line.rewardTimestamp === undefined ? "" : dayAndClock(line.rewardTimestamp),
      line.rewardTxHash,
    ],
  },
  /** @source https://support.cointracker.io/hc/en-us/articles/4413071299729 */
  cointracker: {
    label: "CoinTracker",
    head: [
      "Date",
      "Received Quantity",
      "Received Currency",
      "Sent Quantity",
      "Sent Currency",
      "Fee Amount",
      "Fee Currency",
      "Tag",
    ],
    cells: (line) => [
      line.rewardTimestamp === undefined ? "" : americanTime(line.rewardTimestamp),
      wholeUnits(line, line.reward.amount),
      unitOf(line),
      "",
      "",
      "",
      "",
      "staked",
    ],
  },
} as const satisfies Record<string, StatementForm>;

/** The form of a name; undefined if there is none. */
export function findStatementForm(name: string): StatementForm | undefined {
  return Object.hasOwn(STATEMENT_FORMS, name)
    ? STATEMENT_FORMS[name as keyof typeof STATEMENT_FORMS]
    : undefined;
}

/** Decimal text without digit groups; base units where the asset's decimals are not known. */
function wholeUnits({ reward }: RewardStatementLine, amount: string): CsvCell {
  const { denomination = 0 } = reward;
  const digits = amount.padStart(denomination + 1, "0");
  const whole = digits.slice(0, digits.length - denomination);
  const fraction = digits.slice(digits.length - denomination).replace(/0+$/, "");
  return { figure: fraction === "" ? whole : `${whole}.${fraction}` };
}

function unitOf({ reward: { symbol, assetId } }: RewardStatementLine): string {
  return symbol || String(assetId);
}

/** `2026-11-21 00:59:06` */
function dayAndClock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
}

/** `11/21/2026 00:59:06` */
function americanTime(seconds: number): string {
  const [day = "", clock = ""] = dayAndClock(seconds).split(" ");
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year} ${clock}`;
}
