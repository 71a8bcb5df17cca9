import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { settle, troubleOf } from "@/app/server";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { AtomicView, transferTitle } from "@/components/tx/atomic-view";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { loadTransfer } from "./load";

interface AtomicPageProps {
  params: Promise<{ id: string }>;
}

export async function generateMetadata({ params }: AtomicPageProps): Promise<Metadata> {
  const found = await settle(loadTransfer((await params).id));
  return { title: found instanceof FirnError ? "Transfer between chains" : transferTitle(found.view) };
}

/** Both sides of a transfer between chains, under the id of its export. */
export default async function AtomicPage({ params }: AtomicPageProps) {
  const found = await settle(loadTransfer((await params).id));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title="Transfer between chains" />
        <Failure what="this transfer" trouble={troubleOf(found)} />
      </>
    );
  }
  return (
    <>
      <NodeAwayNotice status={found.status} />
      <AtomicView {...found.view} />
    </>
  );
}
