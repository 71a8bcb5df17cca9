import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireChain } from "@/app/[chain]/chain";
import { settle, troubleOf } from "@/app/server";
import { sentenceOf } from "@/components/effects/sentence";
import { readRawView } from "@/components/hex/raw-bytes";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { TxView } from "@/components/tx/tx-view";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { loadTx } from "./load";

interface TxPageProps {
  params: Promise<{ chain: string; id: string }>;
  searchParams: Promise<{ raw?: string | string[]; flow?: string | string[] }>;
}

export async function generateMetadata({ params }: TxPageProps): Promise<Metadata> {
  const { chain: letter, id } = await params;
  const chain = requireChain(letter);
  const found = await settle(loadTx(chain, id));
  return { title: found instanceof FirnError ? titleOf(chain) : sentenceOf(found.view.story).past };
}

export default async function TxPage({ params, searchParams }: TxPageProps) {
  const { chain: letter, id } = await params;
  const chain = requireChain(letter);
  const found = await settle(loadTx(chain, id));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title={titleOf(chain)} />
        <Failure what="this transaction" trouble={troubleOf(found)} />
      </>
    );
  }
  const { raw, flow } = await searchParams;
  return (
    <>
      <NodeAwayNotice status={found.status} />
      <TxView {...found.view} raw={readRawView(raw)} flow={flow === "table" ? "table" : "flow"} />
    </>
  );
}

function titleOf(chain: Chain): string {
  return `${CHAINS[chain].name} transaction`;
}
