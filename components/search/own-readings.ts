import type { Watched } from "@/components/watch/watched";
import type { SearchReading } from "@/lib/contract/firn/search";
import { hrefTo } from "@/lib/contract/pages";

const MOST = 5;

/** Watched addresses whose private name has a text in it. Only this browser knows them. */
export function ownReadings(text: string, watched: readonly Watched[]): SearchReading[] {
  const typed = text.trim().toLowerCase();
  if (typed === "") return [];
  return watched
    .filter(({ name }) => name.toLowerCase().includes(typed))
    .slice(0, MOST)
    .map(({ address, name }) => ({
      reading: name,
      kind: "address",
      chain: address.startsWith("0x") ? "c" : "p",
      href: hrefTo("address", { address }, { chain: undefined }),
      found: "yes",
      detail: `Your name for ${address}`,
    }));
}
