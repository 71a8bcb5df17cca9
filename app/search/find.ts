import type { Find } from "@/app/existence";
import { readReadings } from "@/app/search/readings";
import type { SearchReading } from "@/lib/contract/firn/search";
import type { SearchParams } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** The text that is searched for, without the space around it. */
export function readQuery({ q }: SearchParams): string {
  return ([q].flat()[0] ?? "").trim();
}

/** One hit leads on, several are listed. None is for the resolver, which says why for each way to read the text. */
export const findReadings: Find<"search", SearchReading[]> = async ({ search }) => {
  const q = readQuery(search);
  if (q === "") return { found: [] };
  const readings = await readReadings(q);
  if (readings instanceof FirnError) throw readings;
  const [hit, ...others] = readings.filter(({ found }) => found === "yes");
  if (hit === undefined) return "missing";
  if (others.length === 0 && hit.href !== undefined) return { href: hit.href, status: 307 };
  return { found: readings };
};
