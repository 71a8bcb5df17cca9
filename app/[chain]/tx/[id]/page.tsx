import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import { describeTx } from "@/components/effects/describe-tx";
import { describeFirnEvmTx } from "@/components/evm/tx/describe-evm-tx";
import { Failure } from "@/components/state/failure";
import { TxView } from "@/components/tx/tx-view";
import { WaitingView } from "@/components/tx/waiting-view";
import { titleOfWaiting } from "@/components/tx/waiting-words";
import { CHAINS, isChain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";
import { EvmTx } from "./evm";
import { loadTx } from "./load";

export const generateMetadata = defineTitle("tx", async ({ params: { chain }, found }) => {
  if (found instanceof FirnError) return titleOf(chain);
  if (found.kind === "waiting") return `${titleOfWaiting(found.node)}: ${found.chainName} transaction`;
  if (found.kind === "evm") return describeFirnEvmTx(found.detail, found.chain.symbol);
  const loaded = await toResult(loadTx(found.chain, found.txHash));
  return loaded instanceof FirnError ? titleOf(chain) : describeTx(loaded.view.details);
});

export default definePage("tx", TxPage);

async function TxPage({ params: { chain }, query, found }: PageProps<"tx">) {
  if (found instanceof FirnError) return <TxFailure title={titleOf(chain)} error={found} />;
  if (found.kind === "waiting") return <WaitingView {...found} />;
  if (found.kind === "evm") return <EvmTx {...found} query={query} />;
  const loaded = await toResult(loadTx(found.chain, found.txHash));
  if (loaded instanceof FirnError) return <TxFailure title={titleOf(chain)} error={loaded} />;
  return <TxView {...loaded.view} raw={query.raw} flow={query.flow} position={query.position} />;
}

function TxFailure({ title, error }: { title: string; error: FirnError }) {
  return (
    <>
      <PageHead title={title} />
      <Failure what="this transaction" failure={failureOf(error)} />
    </>
  );
}

function titleOf(chain: string): string {
  return isChain(chain) ? `${CHAINS[chain].name} transaction` : "Transaction";
}
