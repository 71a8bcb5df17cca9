import type { Metadata } from "next";
import Link from "next/link";
import { definePage, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import { CsvLink } from "@/components/list/csv-link";
import { MessageList } from "@/components/message/message-list";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { ChainTag } from "@/components/ui/chain-tag";
import { Note } from "@/components/ui/note";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { NetworkNav } from "@/components/validator/network-nav";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { type MessagesQuery, readMessageChains, readMessages } from "./messages";

const PAGE_ROWS = 25;

export const metadata: Metadata = { title: "Messages between chains" };

export default definePage("messages", MessagesPage);

async function MessagesPage({ query }: PageProps<"messages">) {
  const [list, chains] = await Promise.all([
    toResult(readMessages({ ...query, pageSize: PAGE_ROWS })),
    toResult(readMessageChains()),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="L1" />
            <span>Warp, and ICM by the messenger</span>
          </>
        }
        title="Messages between chains"
        actions={
          <>
            <NetworkNav current="messages" />
            <Forms query={query} />
            <CsvLink href={hrefTo("messagesCsv", {}, { ...query })} />
          </>
        }
      />
      {list instanceof FirnError ? (
        <Failure what="messages" failure={failureOf(list)} />
      ) : (
        <>
          {list.page.unread.length > 0 && (
            <Note>{`Not all messages are here: ${list.page.unread.join("; ")}.`}</Note>
          )}
          {list.page.messages.length === 0 ? (
            <Panel label="Messages between chains">
              <EmptyState title="No messages here">
                {query.before === undefined
                  ? "No transaction of the chains that Firn indexes sent such a message, or brought one."
                  : "Nothing follows this position."}
              </EmptyState>
            </Panel>
          ) : (
            <MessageList
              path={list.path}
              first={list.page}
              chains={chains instanceof FirnError ? [] : chains}
              query={{ ...query }}
            />
          )}
        </>
      )}
    </>
  );
}

const FORMS = [
  { form: undefined, label: "All" },
  { form: "icm", label: "ICM" },
  { form: "warp", label: "Warp" },
] as const;

/** Which messages are listed. */
function Forms({ query: { before: _, ...query } }: { query: MessagesQuery }) {
  return (
    <Seg label="Form">
      {FORMS.map(({ form, label }) => (
        <Link
          key={label}
          href={hrefTo("messages", {}, { ...query, form })}
          prefetch={false}
          aria-current={form === query.form ? "page" : undefined}
        >
          {label}
        </Link>
      ))}
    </Seg>
  );
}
