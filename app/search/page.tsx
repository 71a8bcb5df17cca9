import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, readStatus } from "@/app/server";
import { Omnibox } from "@/components/search/omnibox";
import { ReadingGuide } from "@/components/search/reading-guide";
import { ReadingList } from "@/components/search/reading-list";
import { Failure } from "@/components/state/failure";
import { cleanName } from "@/components/ui/name";
import { FirnError } from "@/lib/errors";
import { readText } from "./find";

/** Characters of the text in the head. */
const MOST = 200;

export const generateMetadata = defineTitle("search", ({ query }) => {
  const q = readText(query);
  return q === "" ? "Search" : `${cleanName(q, MOST)} — search`;
});

export default definePage("search", SearchPage);

async function SearchPage({ query, found }: PageProps<"search">) {
  const q = readText(query);
  if (q === "") {
    const status = await readStatus();
    return (
      <SearchFrame q={q}>
        <ReadingGuide status={status instanceof FirnError ? undefined : status} />
      </SearchFrame>
    );
  }
  return (
    <SearchFrame q={q}>
      {found instanceof FirnError ? (
        <Failure what="this text" failure={failureOf(found)} />
      ) : (
        <ReadingList text={q} readings={found} />
      )}
    </SearchFrame>
  );
}

function SearchFrame({ q, children }: { q: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto grid max-w-190 grid-cols-1 gap-4 [&>h2]:mt-6">
      <h1 className={q === "" ? "sr-only" : undefined}>
        {q === "" ? "Search" : `“${cleanName(q, MOST)}” can be several things`}
      </h1>
      <Omnibox large initial={q} />
      {children}
    </div>
  );
}
