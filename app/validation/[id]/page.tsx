import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readL1Names } from "@/app/l1s/names";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { LifeList } from "@/components/l1/changes";
import { ValidationView } from "@/components/l1/validation-view";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { PageHead } from "@/components/ui/page-head";
import { listChangesOfValidation } from "@/lib/contract/firn/l1-lists";
import { getValidation } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";

export const generateMetadata = defineTitle(
  "validation",
  ({ params: { id } }) => `Validation ${headTail(id)}`,
);

export default definePage("validation", ValidationPage);

async function ValidationPage({ params: { id }, query, found: validation }: PageProps<"validation">) {
  const status = await readStatus();
  if (validation instanceof FirnError) {
    return (
      <>
        <PageHead title={`Validation ${headTail(id)}`} />
        <Failure what="this validation" failure={failureOf(validation)} />
      </>
    );
  }
  const { validationId } = validation;
  const { [validation.subnetId]: l1Name } = await readL1Names([validation.subnetId]);
  const jsonPath = fillRoute(getValidation, { params: { validationId } });
  return (
    <>
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      <ValidationView validation={validation} l1Name={l1Name} source={await sourceOf(jsonPath)}>
        <Life validationId={validationId} before={query.before} />
      </ValidationView>
    </>
  );
}

const PAGE_ROWS = 25;

/** Every change of the validation, newest first. */
async function Life({ validationId, before }: { validationId: string; before: string | undefined }) {
  const request = { params: { validationId }, query: { before, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listChangesOfValidation, request));
  if (page instanceof FirnError) return <Failure what="its history" failure={failureOf(page)} />;
  return (
    <LifeList
      path={fillRoute(listChangesOfValidation, request)}
      first={page}
      href={hrefTo("validation", { id: validationId })}
      start={before}
      csvHref={hrefTo("validationCsv", { id: validationId })}
    />
  );
}
