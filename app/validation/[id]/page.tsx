import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { sourceOf } from "@/app/[chain]/commands";
import { readL1Names } from "@/app/l1s/names";
import { readStatus, settle, troubleOf } from "@/app/server";
import { ValidationView } from "@/components/l1/validation-view";
import { Failure } from "@/components/state/failure";
import { GenesisNotice } from "@/components/state/genesis-notice";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { headTail } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { readValidation } from "./load";

interface ValidationPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: ValidationPageProps): Promise<Metadata> {
  return { title: `Validation ${headTail((await params).id)}` };
}

export default async function ValidationPage({ params }: ValidationPageProps) {
  const { id } = await params;
  const [status, validation] = await Promise.all([readStatus(), settle(readValidation(id))]);
  if (validation instanceof FirnError) {
    if (validation.code === "NOT_FOUND" || validation.code === "BAD_PARAMETER") notFound();
    return (
      <>
        <PageHead title={`Validation ${headTail(id)}`} />
        <Failure what="this validation" trouble={troubleOf(validation)} />
      </>
    );
  }
  const { validationId } = validation;
  if (id !== validationId) permanentRedirect(`/validation/${validationId}`);
  const { [validation.subnetId]: l1Name } = await readL1Names([validation.subnetId]);
  const jsonPath = `/firn/v1/validations/${validationId}`;
  return (
    <>
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      {!(status instanceof FirnError) && <GenesisNotice status={status} />}
      <ValidationView validation={validation} l1Name={l1Name} source={sourceOf(jsonPath)} />
    </>
  );
}
