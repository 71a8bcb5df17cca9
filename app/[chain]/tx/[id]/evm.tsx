import { permanentRedirect } from "next/navigation";
import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { arrivalOf, readContainer } from "@/app/[chain]/read";
import { readStatus, settle } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { EvmTxView, type EvmTxViewProps } from "@/components/evm/tx-view";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { getTransaction, type TransactionDetail } from "@/lib/contract/data/evm-transactions";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

interface EvmTxProps {
  chain: EvmChain;
  detail: TransactionDetail;
  /** Path by which it was asked for: the canonical form is elsewhere by a permanent redirect. */
  asked: string;
  input: string | string[] | undefined;
}

/** The page of an EVM transaction that was read. */
export async function EvmTx({ chain, detail, asked, input }: EvmTxProps) {
  const { nativeTransaction: tx } = detail;
  const path = `/${chain.segment}/tx/${tx.txHash}`;
  if (asked !== path) permanentRedirect(path);
  const [status, block, accepted] = await Promise.all([
    readStatus(),
    settle(readEvmBlock(chain.evmChainId, tx.blockNumber)),
    readAccepted(chain, detail),
  ]);
  const jsonPath = fillRoute(getTransaction, { params: { chainId: chain.evmChainId, txHash: tx.txHash } });
  const nodeUrl = status instanceof FirnError ? undefined : status.node.url;
  const rpcPath = chain.segment === "c" ? "bc/C/rpc" : `bc/${chain.evmChainId}/rpc`;
  return (
    <>
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      <EvmTxView
        chain={chain}
        detail={detail}
        siblings={block instanceof FirnError ? undefined : block.txCount}
        accepted={accepted}
        commands={commandsAt(
          nodeUrl,
          { api: rpcPath, method: "eth_getTransactionReceipt", params: [tx.txHash] },
          jsonPath,
        )}
        jsonPath={jsonPath}
        input={input === "raw" ? "raw" : "annotated"}
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
