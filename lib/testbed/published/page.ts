import type { Difference } from "./compare";
import { reasonOf } from "./reasons";

/** Where the written part of the page ends. */
export const BEGINNING = "<!-- From here on written by `npm run compatibility`. -->";

/** The differences as Markdown tables: what differs in the same way for the same reason stands in one row. */
export function writeTables(differences: readonly Difference[]): string {
  const of = (kind: Difference["kind"]) => differences.filter((each) => each.kind === kind);
  return [
    "## Operations that are not served",
    table(["operation", "why"], rowsOf(of("operation"), [])),
    "## Parameters that differ",
    "Everything that is not listed is as published: its name, whether it is required, its values, limits and default.",
    table(["parameter", "Firn", "operations", "why"], rowsOf(of("parameter"), ["name", "what"])),
    "## Fields that differ",
    "Everything that is not listed is as published: its name, whether it is always there, its type and values.",
    table(["field", "Firn", "published shape", "why"], rowsOf(of("field"), ["name", "what"])),
    "",
  ].join("\n\n");
}

/** One row for each reason and each different value of `keys`, in which all places stand together. */
function rowsOf(differences: Difference[], keys: ("name" | "what")[]): string[][] {
  const rows = new Map<string, { cells: string[]; where: Set<string>; why: string }>();
  for (const difference of differences) {
    const why = reasonOf(difference)?.why ?? "";
    const cells = keys.map((key) => difference[key]);
    const key = JSON.stringify([why, ...cells]);
    const row = rows.get(key) ?? { cells, where: new Set(), why };
    row.where.add(difference.where);
    rows.set(key, row);
  }
  return [...rows.values()]
    .map(({ cells: [name, ...cells], where, why }) => [
      ...(name === undefined ? [] : [code(name)]),
      ...cells,
      [...where].sort().map(code).join("<br>"),
      why,
    ])
    .sort((a, b) => (a.join() < b.join() ? -1 : 1));
}

function code(text: string): string {
  return `\`${text}\``;
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
