import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf } from "@/app/server";
import { Omnibox } from "@/components/search/omnibox";
import { ReadingGuide } from "@/components/search/reading-guide";
import { ReadingList } from "@/components/search/reading-list";
import { Failure } from "@/components/state/failure";
import { FirnError } from "@/lib/errors";
import { readText } from "./find";

export const generateMetadata = defineTitle("search", ({ query }) => {
  const q = readText(query);
  return q === "" ? "Search" : `${q} — search`;
});

export default definePage("search", SearchPage);

function SearchPage({ query, found }: PageProps<"search">) {
  const q = readText(query);
  if (q === "") return <SearchFrame q={q} guide />;
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
    <div className="mx-auto grid max-w-190 grid-cols-1 gap-4 [&>h2]:mt-6">
      <h1 className={guide ? "sr-only" : undefined}>
        {q === "" ? "Search" : `“${q}” can be several things`}
      </h1>
      <Omnibox large initial={q} />
      {children}
      {guide && <ReadingGuide />}
    </div>
  );
}
