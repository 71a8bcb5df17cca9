import type { Find } from "@/app/existence";
import { readReadings } from "@/app/search/readings";
import type { SearchReading } from "@/lib/contract/firn/search";
import type { SearchOf } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** The search text, trimmed. */
export function readText({ q }: SearchOf<"search">): string {
  return ([q].flat()[0] ?? "").trim();
}

/** One hit redirects, several are listed. Without one the resolver explains each reading of the text. */
export const findReadings: Find<"search", SearchReading[], SearchOf<"search">> = async ({ query }) => {
  const q = readText(query);
  if (q === "") return { found: [] };
  const readings = await readReadings(q);
  if (readings instanceof FirnError) throw readings;
  const [hit, ...others] = readings.filter(({ found }) => found === "yes");
  if (hit === undefined) return "missing";
  if (others.length === 0 && hit.href !== undefined) return { href: hit.href, status: 307 };
  return { found: readings };
};
