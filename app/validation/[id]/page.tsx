import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readL1Names } from "@/app/l1s/names";
import { failureOf, readStatus } from "@/app/server";
import { ValidationView } from "@/components/l1/validation-view";
import { Failure } from "@/components/state/failure";
import { GenesisNotice } from "@/components/state/genesis-notice";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { getValidation } from "@/lib/contract/firn/l1s";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle(
  "validation",
  ({ params: { id } }) => `Validation ${headTail(id)}`,
);

export default definePage("validation", ValidationPage);

async function ValidationPage({ params: { id }, found: validation }: PageProps<"validation">) {
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
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      {!(status instanceof FirnError) && <GenesisNotice status={status} />}
      <ValidationView validation={validation} l1Name={l1Name} source={sourceOf(jsonPath)} />
    </>
  );
}
