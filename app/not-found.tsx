import type { Metadata } from "next";
import { headers } from "next/headers";
import { resolvePath } from "@/components/search/resolve-path";
import { Resolver } from "@/components/search/resolver";
import { resolveSearch } from "@/components/search/search-reasons";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { readReadings } from "./search/readings";
import { readStatus } from "./server";

export const metadata: Metadata = { title: "Not found here" };

/**
 * The resolver. Next renders it with every page, in case the page is missing. It therefore makes no requests of its
 * own: the status is the shell's, and the search page has already requested the readings.
 */
export default async function NotFound() {
  const url = new URL((await headers()).get("x-firn-url") ?? "/", "http://firn");
  const read = await readStatus();
  const status = read instanceof FirnError ? undefined : read;
  if (url.pathname !== hrefTo("search")) return <Resolver {...resolvePath(url.pathname, status)} />;
  const q = url.searchParams.get("q")?.trim() ?? "";
  if (q === "") return null;
  const readings = await readReadings(q);
  return <Resolver {...resolveSearch(q, Array.isArray(readings) ? readings : [])} />;
}
