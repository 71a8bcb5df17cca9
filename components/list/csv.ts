/** Text, or a number: one too exact for a JavaScript number says that it is one. */
export type CsvCell = string | number | bigint | { figure: string };

/**
 * Rows as CSV (RFC 4180); the one writer of it. A text that a spreadsheet would run as a formula is quoted with an
 * apostrophe, whatever it looks like: names come from the chain. A number is one by its column.
 */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(toField).join(",")}\r\n`).join("");
}

function toField(cell: CsvCell): string {
  if (typeof cell === "object") return cell.figure;
  if (typeof cell !== "string") return String(cell);
  // Spaces and line breaks before it change nothing for a spreadsheet.
  const safe = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
