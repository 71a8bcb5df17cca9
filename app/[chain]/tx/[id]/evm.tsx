import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { arrivalOf, readContainer } from "@/app/[chain]/read";
import type { QueryValue } from "@/app/pages";
import { api, readStatus, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { EvmTxView, type EvmTxViewProps } from "@/components/evm/tx/tx-view";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { getTransaction, type TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { getEvmExecution } from "@/lib/contract/firn/evm";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { readSequence } from "./sequence";

interface EvmTxProps {
  chain: EvmChain;
  detail: TransactionDetail;
  query: QueryValue<"tx">;
}

/** The page of an EVM transaction. */
export async function EvmTx({ chain, detail, query }: EvmTxProps) {
  const { nativeTransaction: tx } = detail;
  const params = { chainId: chain.evmChainId, txHash: tx.txHash };
  const [status, block, accepted, execution, sequence] = await Promise.all([
    readStatus(),
    toResult(readEvmBlock(chain.evmChainId, tx.blockNumber)),
    readAccepted(chain, detail),
    toResult(api().get(getEvmExecution, { params })),
    readSequence(chain, detail),
  ]);
  const jsonPath = fillRoute(getTransaction, { params });
  return (
    <>
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} evmChainId={chain.evmChainId} />}
      <EvmTxView
        chain={chain}
        detail={detail}
        execution={execution instanceof FirnError ? undefined : execution}
        siblings={block instanceof FirnError ? undefined : block.txCount}
        accepted={accepted}
        sequence={sequence}
        commands={commandsAt(
          chain.rpcUrl,
          { method: "eth_getTransactionReceipt", params: [tx.txHash] },
          jsonPath,
        )}
        jsonPath={jsonPath}
        views={query}
        position={query.position}
      />
    </>
  );
}

/** The C-Chain's index says when its blocks were accepted. L1s have no index. */
async function readAccepted(
  chain: EvmChain,
  { nativeTransaction: tx }: TransactionDetail,
): Promise<EvmTxViewProps["accepted"]> {
  if (chain.segment !== "c") return undefined;
  const container = await toResult(readContainer("c", tx.blockNumber));
  if (container instanceof FirnError) return undefined;
  const { accepted } = arrivalOf(container, tx.blockTimestamp);
  // The EVM side was readable later than its container was stored.
  const arrival = { blockTime: timeOf(tx), accepted, stored: undefined };
  return { arrival, index: { stream: container.stream, number: container.index } };
}
