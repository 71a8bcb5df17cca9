import { type CsvCell, toCsv } from "@/lib/csv";

/** A JSON answer as CSV: a row for each value, named by its path as in `transactions.0.txHash`. */
export function csvOfFields(answer: unknown): string {
  return toCsv([["field", "value"], ...fieldsIn(answer, "")]);
}

function fieldsIn(value: unknown, path: string): [string, CsvCell][] {
  if (typeof value !== "object" || value === null)
    return [[path, typeof value === "number" ? value : String(value)]];
  return Object.entries(value).flatMap(([name, part]) =>
    fieldsIn(part, path === "" ? name : `${path}.${name}`),
  );
}
