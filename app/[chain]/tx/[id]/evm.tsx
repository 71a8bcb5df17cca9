import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { arrivalOf, readContainer } from "@/app/[chain]/read";
import type { QueryValue } from "@/app/pages";
import { Part, soon } from "@/app/part";
import { api, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { EvmTxView, type EvmTxViewProps } from "@/components/evm/tx/tx-view";
import { getTransaction, type TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { type EvmExecution, getEvmExecution } from "@/lib/contract/firn/evm";
import { fillRoute } from "@/lib/contract/route";
import { describeError, FirnError } from "@/lib/errors";
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
  const asked = toResult(api().get(getEvmExecution, { params }));
  const [block, accepted, { execution }, sequence] = await Promise.all([
    toResult(readEvmBlock(chain.evmChainId, tx.blockNumber)),
    readAccepted(chain, detail),
    // Only the node knows logs and calls; all else is stored.
    soon("node", { execution: asked }),
    readSequence(chain, detail),
  ]);
  const jsonPath = fillRoute(getTransaction, { params });
  const call = { method: "eth_getTransactionReceipt", params: [tx.txHash] };
  const commands = await commandsAt(chain.rpcUrl, call, jsonPath);
  const viewOf = (execution: EvmExecution | undefined, missing?: string) => (
    <EvmTxView
      chain={chain}
      detail={detail}
      execution={execution}
      missing={missing}
      siblings={block instanceof FirnError ? undefined : block.txCount}
      accepted={accepted}
      sequence={sequence}
      commands={commands}
      jsonPath={jsonPath}
      views={query}
      position={query.position}
    />
  );
  return (
    <Part
      what="logs and calls"
      answer={execution}
      waiting={viewOf(undefined, "Waiting for the node …")}
      failed={(error) => viewOf(undefined, `${describeError(error)}.`)}
    >
      {(known) => viewOf(known)}
    </Part>
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
