import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireChain } from "@/app/[chain]/chain";
import { findEvmTx } from "@/app/[chain]/evm-read";
import { settle, troubleOf } from "@/app/server";
import { sentenceOf } from "@/components/effects/sentence";
import { sentenceOfDetail } from "@/components/evm/tx/sentence";
import { readRawView } from "@/components/hex/raw-bytes";
import { readPlace } from "@/components/list/place";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { TxView } from "@/components/tx/tx-view";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { EvmTx, type EvmTxQuery } from "./evm";
import { loadTx } from "./load";

interface TxPageProps {
  params: Promise<{ chain: string; id: string }>;
  searchParams: Promise<{ flow?: string | string[] } & EvmTxQuery>;
}

export async function generateMetadata({ params }: TxPageProps): Promise<Metadata> {
  const { chain: letter, id } = await params;
  const evm = await settle(findEvmTx(letter, id));
  if (evm instanceof FirnError) return { title: "Transaction" };
  if (evm !== undefined) return { title: sentenceOfDetail(evm.detail, evm.chain.symbol).past };
  const chain = requireChain(letter);
  const found = await settle(loadTx(chain, id));
  return { title: found instanceof FirnError ? titleOf(chain) : sentenceOf(found.view.story).past };
}

export default async function TxPage({ params, searchParams }: TxPageProps) {
  const { chain: letter, id } = await params;
  const query = await searchParams;
  const { raw, flow } = query;
  const evm = await settle(findEvmTx(letter, id));
  if (evm instanceof FirnError) return <TxFailure title="Transaction" error={evm} />;
  if (evm !== undefined) return <EvmTx {...evm} asked={`/${letter}/tx/${id}`} query={query} />;
  const chain = requireChain(letter);
  const found = await settle(loadTx(chain, id));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return <TxFailure title={titleOf(chain)} error={found} />;
  }
  return (
    <>
      <NodeAwayNotice status={found.status} />
      <TxView
        {...found.view}
        raw={readRawView(raw)}
        flow={flow === "table" ? "table" : "flow"}
        place={readPlace(query)}
      />
    </>
  );
}

function TxFailure({ title, error }: { title: string; error: FirnError }) {
  return (
    <>
      <PageHead title={title} />
      <Failure what="this transaction" trouble={troubleOf(error)} />
    </>
  );
}

function titleOf(chain: Chain): string {
  return `${CHAINS[chain].name} transaction`;
}
