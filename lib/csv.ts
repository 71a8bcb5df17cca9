/** Text or a number. `figure` marks decimal text of a number too exact for a JavaScript number. */
export type CsvCell = string | number | bigint | { figure: string };

/**
 * Rows as CSV (RFC 4180), the only writer of it. Text that a spreadsheet would run as a formula gets a leading
 * apostrophe: names come from the chain. A number is one by its type, not by its looks.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: CsvCell): string {
  if (typeof cell === "object") return cell.figure;
  if (typeof cell !== "string") return String(cell);
  // A spreadsheet ignores spaces and line breaks before a formula.
  const safe = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
