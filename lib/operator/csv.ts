/** One line of RFC 4180, its end included; every cell is quoted. A cell that a spreadsheet would calculate becomes text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${asText(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;
}

/** Spreadsheets take these beginnings for a formula, quoted or not. */
function asText(cell: string): string {
  return /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
}
