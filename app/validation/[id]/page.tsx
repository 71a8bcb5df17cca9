import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readL1Names } from "@/app/l1s/names";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { LifeList } from "@/components/l1/changes";
import { SeenHistory } from "@/components/l1/later";
import { SEEN_DEFAULTS } from "@/components/l1/seen-charts";
import { ValidationView } from "@/components/l1/validation-view";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { PageHead } from "@/components/ui/page-head";
import { listChangesOfValidation } from "@/lib/contract/firn/l1-lists";
import { type FirnValidation, getValidation } from "@/lib/contract/firn/l1s";
import { listObservedValidation } from "@/lib/contract/firn/observed";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import { VALIDATION_QUERY, type ValidationStarts } from "./query";

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
        <Seen validation={validation} starts={query} />
        <Life validationId={validationId} starts={query} />
      </ValidationView>
    </>
  );
}

const PAGE_ROWS = 25;

/** How the node saw it; nothing if it never did. */
async function Seen({ validation, starts }: { validation: FirnValidation; starts: ValidationStarts }) {
  const { validationId, active } = validation;
  const { before, chart, step, to } = starts;
  const query = { timeInterval: step, before: to, pageSize: SEEN_STEPS };
  const request = { params: { validationId }, query };
  const page = await toResult(api().get(listObservedValidation, request));
  if (page instanceof FirnError) return <Failure what="how it was seen" failure={failureOf(page)} />;
  const isSeen = page.points.some(({ seen }) => seen > 0);
  const isChosen = to !== undefined || step !== SEEN_DEFAULTS.step || chart !== SEEN_DEFAULTS.chart;
  if (!isSeen && !isChosen) return null;
  return (
    <SeenHistory
      key={`${chart} ${step} ${to}`}
      path={fillRoute(listObservedValidation, request)}
      first={page}
      {...{ chart, step, to }}
      href={hrefTo("validation", { id: validationId }, before === undefined ? {} : { before })}
      isActive={active}
    />
  );
}

/** Steps drawn at once. */
const SEEN_STEPS = 90;

/** Every change of the validation, newest first. */
async function Life({ validationId, starts }: { validationId: string; starts: ValidationStarts }) {
  const { before, ...chart } = starts;
  const request = { params: { validationId }, query: { before, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listChangesOfValidation, request));
  if (page instanceof FirnError) return <Failure what="its history" failure={failureOf(page)} />;
  return (
    <LifeList
      path={fillRoute(listChangesOfValidation, request)}
      first={page}
      href={hrefTo("validation", { id: validationId }, VALIDATION_QUERY.write(chart))}
      start={before}
      csvHref={hrefTo("validationCsv", { id: validationId })}
    />
  );
}
