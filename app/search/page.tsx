import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { readReadings } from "@/app/search/readings";
import { troubleOf } from "@/app/server";
import { Omnibox } from "@/components/search/omnibox";
import { ReadingGuide } from "@/components/search/reading-guide";
import { ReadingList } from "@/components/search/reading-list";
import { Failure } from "@/components/state/failure";
import { FirnError } from "@/lib/errors";

interface SearchPageProps {
  searchParams: Promise<{ q?: string | string[] }>;
}

/** Longer texts are nothing Firn knows; the API refuses them too. */
const MAX_LENGTH = 200;

export async function generateMetadata({ searchParams }: SearchPageProps): Promise<Metadata> {
  const q = await readQuery(searchParams);
  return { title: q === "" ? "Search" : `${q} — search` };
}

/** One hit leads on, several are listed, none goes to the resolver, which says why for each way to read the text. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const q = await readQuery(searchParams);
  if (q === "") return <SearchFrame q={q} guide />;
  const readings = await readReadings(q);
  if (readings instanceof FirnError)
    return (
      <SearchFrame q={q}>
        <Failure what="this text" trouble={troubleOf(readings)} />
      </SearchFrame>
    );
  const hits = readings.filter(({ found }) => found === "yes");
  const [hit] = hits;
  if (hit === undefined) notFound();
  if (hits.length === 1 && hit.href !== undefined) redirect(hit.href);
  return (
    <SearchFrame q={q}>
      <ReadingList text={q} readings={readings} />
    </SearchFrame>
  );
}

function SearchFrame({
  q,
  guide = false,
  children,
}: {
  q: string;
  guide?: boolean;
  children?: React.ReactNode;
}) {
  return (
    <div className="searchpage">
      <h1 className={guide ? "sr" : undefined}>{q === "" ? "Search" : `“${q}” can be several things`}</h1>
      <Omnibox large initial={q} />
      {children}
      {guide && <ReadingGuide />}
    </div>
  );
}

async function readQuery(searchParams: SearchPageProps["searchParams"]): Promise<string> {
  const { q } = await searchParams;
  return ((Array.isArray(q) ? q[0] : q) ?? "").trim().slice(0, MAX_LENGTH);
}
