import Link from "next/link";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readHelp } from "@/app/help/read";
import { failureOf } from "@/app/server";
import { HelpContent } from "@/components/help/help-content";
import { HelpNav, NextPage, Sections } from "@/components/help/help-nav";
import { HELP } from "@/components/help/pages";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { BESIDE_NAV } from "@/components/ui/side-nav";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("helpOf", ({ found }) =>
  found instanceof FirnError ? "Help" : HELP[found].title,
);

export default definePage("helpOf", HelpOfPage);

async function HelpOfPage({ found: page }: PageProps<"helpOf">) {
  if (page instanceof FirnError) return <Failure what="the help" failure={failureOf(page)} />;
  const text = await readHelp(page);
  return (
    <div className={BESIDE_NAV}>
      <HelpNav current={page} />
      <article className="min-w-0">
        <PageHead
          eyebrow={
            <Link href={hrefTo("help")} prefetch={false}>
              Help
            </Link>
          }
          title={text.title}
        />
        <Sections sections={text.sections} />
        <HelpContent text={text} file={HELP[page].file} />
        <NextPage current={page} />
      </article>
    </div>
  );
}
