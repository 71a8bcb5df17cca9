import type { Metadata } from "next";
import Link from "next/link";
import { definePage } from "@/app/define-page";
import { LINK } from "@/components/help/help-content";
import { HELP, HELP_GROUPS } from "@/components/help/pages";
import { PAIR } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";

export const metadata: Metadata = { title: "Help" };

export default definePage("help", HelpPage);

function HelpPage() {
  return (
    <>
      <PageHead eyebrow="How to run Firn, and how to read it" title="Help" />
      <div className={PAIR}>
        {HELP_GROUPS.map(({ title, pages }) => (
          <Panel key={title} title={title} padded>
            <ul className="grid gap-4">
              {pages.map((page) => (
                <li key={page}>
                  <Link className="font-strong" href={hrefTo("helpOf", { page })} prefetch={false}>
                    {HELP[page].title}
                  </Link>
                  <p className="text-ink-2">{HELP[page].about}</p>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
        <Panel title="The API" padded>
          <p>
            <Link className={LINK} href={hrefTo("docs")} prefetch={false}>
              Every route
            </Link>{" "}
            with its parameters, answers and a recorded example.
          </p>
        </Panel>
      </div>
    </>
  );
}
