import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readDocument } from "@/app/docs/read";
import { failureOf } from "@/app/server";
import {
  type ApiDocument,
  GROUPS,
  operationsOf,
  type Served,
  shapesWithin,
} from "@/components/docs/document";
import { GroupNav } from "@/components/docs/group-nav";
import { OperationPanel, ShapesPanel } from "@/components/docs/operation";
import { OperationList } from "@/components/docs/operation-list";
import { Failure } from "@/components/state/failure";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("docsOf", ({ found }) =>
  found instanceof FirnError ? "API" : GROUPS[found].title,
);

export default definePage("docsOf", GroupPage);

async function GroupPage({ found: group }: PageProps<"docsOf">) {
  if (group instanceof FirnError) return <Failure what="the interface" failure={failureOf(group)} />;
  const document = await readDocument();
  return (
    <>
      <PageHead
        eyebrow={GROUPS[group].about}
        title={GROUPS[group].title}
        actions={<a href="/openapi.json">OpenAPI document</a>}
      />
      <GroupNav group={group} />
      {document instanceof FirnError ? (
        <Failure what="the API’s document" failure={failureOf(document)} />
      ) : (
        <Operations byTag={operationsOf(document, group)} document={document} />
      )}
    </>
  );
}

function Operations({ byTag, document }: { byTag: Map<string, Served[]>; document: ApiDocument }) {
  const all = [...byTag.values()].flat();
  const shapes = shapesWithin(all, document.components.schemas);
  return (
    <div className={STACK}>
      {[...byTag].map(([tag, list]) => (
        <OperationList key={tag} tag={tag} list={list} />
      ))}
      {all.map((served) => (
        <OperationPanel key={served.operation.operationId} served={served} document={document} />
      ))}
      {shapes.length > 0 && <ShapesPanel shapes={shapes} />}
    </div>
  );
}
