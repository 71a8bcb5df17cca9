/** Rows as CSV (RFC 4180). Texts a spreadsheet would run as a formula are quoted with an apostrophe. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(toField).join(",")}\r\n`).join("");
}

function toField(text: string): string {
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
