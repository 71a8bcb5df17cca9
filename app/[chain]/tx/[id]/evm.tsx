import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { arrivalOf, readContainer } from "@/app/[chain]/read";
import { api, readStatus, settle } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { EvmTxView, type EvmTxViewProps } from "@/components/evm/tx/tx-view";
import { readRawView } from "@/components/hex/raw-bytes";
import { type PlaceQuery, readPlace } from "@/components/list/place";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { getTransaction, type TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { getEvmExecution } from "@/lib/contract/firn/evm";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { readSequence } from "./sequence";

interface EvmTxProps {
  chain: EvmChain;
  detail: TransactionDetail;
  query: EvmTxQuery;
}

/** Views and places that an address of the page may name. */
interface EvmTxQuery extends PlaceQuery {
  input?: string | string[];
  calls?: string | string[];
  raw?: string | string[];
}

/** The page of an EVM transaction that was read. */
export async function EvmTx({ chain, detail, query }: EvmTxProps) {
  const { nativeTransaction: tx } = detail;
  const params = { chainId: chain.evmChainId, txHash: tx.txHash };
  const [status, block, accepted, execution, sequence] = await Promise.all([
    readStatus(),
    settle(readEvmBlock(chain.evmChainId, tx.blockNumber)),
    readAccepted(chain, detail),
    settle(api().get(getEvmExecution, { params })),
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
        views={{
          input: query.input === "raw" ? "raw" : "annotated",
          calls: query.calls === "value" ? "value" : "tree",
          raw: readRawView(query.raw),
        }}
        place={readPlace(query)}
      />
    </>
  );
}

/** The index of the C-Chain says when its blocks were accepted; L1s have none. */
async function readAccepted(
  chain: EvmChain,
  { nativeTransaction: tx }: TransactionDetail,
): Promise<EvmTxViewProps["accepted"]> {
  if (chain.segment !== "c") return undefined;
  const container = await settle(readContainer("c", tx.blockNumber));
  if (container instanceof FirnError) return undefined;
  const { accepted } = arrivalOf(container, tx.blockTimestamp);
  // When its container was stored is not when the EVM side could be read.
  const arrival = { blockTime: timeOf(tx), accepted, stored: undefined };
  return { arrival, index: { stream: container.stream, number: container.index } };
}
