import type { Metadata } from "next";
import Link from "next/link";
import { definePage } from "@/app/define-page";
import { readDocument } from "@/app/docs/read";
import { apiOrigin, failureOf } from "@/app/server";
import { GROUPS, type Group, operationsOf } from "@/components/docs/document";
import { GroupNav } from "@/components/docs/group-nav";
import { Failure } from "@/components/state/failure";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { plural } from "@/lib/words/format";

export const metadata: Metadata = { title: "API" };

export default definePage("docs", DocsPage);

async function DocsPage() {
  const document = await readDocument();
  return (
    <>
      <PageHead
        eyebrow="Every route with its parameters, answers and a recorded example"
        title="The API of this Firn"
        actions={<a href="/openapi.json">OpenAPI document</a>}
      />
      <GroupNav />
      {document instanceof FirnError ? (
        <Failure what="the API’s document" failure={failureOf(document)} />
      ) : (
        <div className={STACK}>
          <div className={PAIR}>
            {(Object.keys(GROUPS) as Group[]).map((group) => {
              const operations = [...operationsOf(document, group).values()].flat();
              return (
                <Panel
                  key={group}
                  title={
                    <Link href={hrefTo("docsOf", { group })} prefetch={false}>
                      {GROUPS[group].title}
                    </Link>
                  }
                  aside={plural(operations.length, "operation")}
                  padded
                >
                  <p>{GROUPS[group].about}</p>
                </Panel>
              );
            })}
          </div>
          <Panel title="What all of them share">
            <KeyValue>
              <Fact label="Address">
                <span className="font-mono text-meta wrap-anywhere">{apiOrigin()}</span>
                The web answers GET requests to the first three of them at its own address too.
              </Fact>
              <Fact label="Keys">
                If the operator requires one, send it as x-data-api-key or x-glacier-api-key.
              </Fact>
              <Fact label="Pages">
                Lists give a nextPageToken while there is more. Send it back as pageToken with the same query,
                within a day.
              </Fact>
              <Fact label="Errors">
                Every error is JSON with message, error and statusCode. Metrics list their messages. The
                Etherscan form has its own.
              </Fact>
              <Fact label="SDKs">
                Both official SDKs work unmodified. They get the few forms that they need by their user agent,
                or by the header x-firn-dialect: sdk.
              </Fact>
            </KeyValue>
          </Panel>
        </div>
      )}
    </>
  );
}
