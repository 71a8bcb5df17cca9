import { utc } from "@/app/[chain]/csv";
import type { L1Change } from "@/lib/contract/firn/l1-lists";
import type { CsvCell } from "@/lib/csv";

export const CHANGES_HEAD = [
  "time_utc",
  "height",
  "transaction",
  "type",
  "validation_id",
  "node_id",
  "weight_after",
  "balance_after_navax",
  "paid_in_navax",
  "paid_back_navax",
];

/** A change of a validation under `CHANGES_HEAD`. What no transaction did is a balance that ran out. */
export function changeCells(change: L1Change): CsvCell[] {
  return [
    utc(change.timestamp),
    change.height,
    change.txHash ?? "",
    change.txType ?? "balance ran out",
    change.validationId,
    change.nodeId,
    { figure: change.weight },
    { figure: change.balanceNavax ?? "" },
    { figure: change.paidInNavax },
    { figure: change.paidBackNavax ?? "" },
  ];
}
