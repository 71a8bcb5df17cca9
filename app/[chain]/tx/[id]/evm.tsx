import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { arrivalOf, readContainer } from "@/app/[chain]/read";
import type { QueryValue } from "@/app/pages";
import { Part, soon } from "@/app/part";
import { toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { CallsPanel, countTree } from "@/components/evm/tx/calls-panel";
import { Logs, Transfers } from "@/components/evm/tx/lists";
import { StateChanges } from "@/components/evm/tx/state-changes";
import { EvmTxView, type EvmTxViewProps, evmTxHref } from "@/components/evm/tx/tx-view";
import { WarpMessages } from "@/components/evm/tx/warp-messages";
import { Panel } from "@/components/ui/panel";
import { getTransaction } from "@/lib/contract/data/evm-transactions";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { sayError } from "@/lib/words/sentence";
import { readKnownCalls, readLogs, readStateChanges, readTransfers, readWarpMessages } from "./evm-lists";
import { readSequence } from "./sequence";

interface EvmTxProps {
  chain: EvmChain;
  detail: FirnEvmTransaction;
  query: QueryValue<"tx">;
}

const WAITING = "Waiting for the node …";

/** The page of an EVM transaction. */
export async function EvmTx({ chain, detail, query }: EvmTxProps) {
  const { nativeTransaction: tx } = detail;
  const params = { chainId: chain.evmChainId, txHash: tx.txHash };
  const { position, ...views } = query;
  const place = { params, detail, position };
  const [block, accepted, transfers, { logs, calls, changes, warp }, sequence] = await Promise.all([
    toResult(readEvmBlock(chain.evmChainId, tx.blockNumber)),
    readAccepted(chain, detail),
    readTransfers(place),
    // Only the node knows logs and calls; all else is stored. Who comes by a link to their rows waits longer for them.
    soon(position.from > 1 ? "store" : "node", {
      logs: readLogs(place),
      calls: readKnownCalls(place, views.calls),
      changes: readStateChanges(place),
      warp: readWarpMessages(place),
    }),
    readSequence(chain, detail),
  ]);
  const jsonPath = fillRoute(getTransaction, { params });
  const call = { method: "eth_getTransactionReceipt", params: [tx.txHash] };
  const commands = await commandsAt(chain.rpcUrl, call, jsonPath);
  const href = evmTxHref(chain, tx.txHash, views);
  const isKnown = !(calls instanceof Promise || calls instanceof FirnError);
  return (
    <EvmTxView
      chain={chain}
      detail={detail}
      transfers={
        transfers && (
          <Part what="token transfers" answer={transfers}>
            {(part) => <Transfers chain={chain} href={href} {...part} />}
          </Part>
        )
      }
      calls={
        <Part
          what="internal calls"
          answer={calls}
          waiting={runsCode(detail) ? <UnknownList {...CALLS} why={WAITING} /> : null}
          failed={(error) => <UnknownList {...CALLS} why={sayError(error)} />}
        >
          {(known) => (
            <CallsPanel
              chain={chain}
              tx={detail}
              known={known}
              view={views.calls}
              hrefOf={(shown) => evmTxHref(chain, tx.txHash, { ...views, calls: shown })}
            />
          )}
        </Part>
      }
      logs={
        <Part
          what="logs"
          answer={logs}
          waiting={<UnknownList {...LOGS} why={WAITING} />}
          failed={(error) => <UnknownList {...LOGS} why={sayError(error)} />}
        >
          {(part) => {
            if (part === undefined) return null;
            const { withoutLogs } = part.page;
            if (withoutLogs !== undefined) return <UnknownList {...LOGS} why={withoutLogs} />;
            return <Logs chain={chain} href={href} {...part} />;
          }}
        </Part>
      }
      warp={
        <Part
          what="messages between chains"
          answer={warp}
          waiting={null}
          failed={(error) => <UnknownList {...WARP} why={sayError(error)} />}
        >
          {(part) => part && <WarpMessages chain={chain} {...part} />}
        </Part>
      }
      stateChanges={
        <Part
          what="state changes"
          answer={changes}
          waiting={null}
          failed={(error) => <UnknownList {...STATE} why={sayError(error)} />}
        >
          {(part) => part && <StateChanges chain={chain} changes={part} />}
        </Part>
      }
      callCount={isKnown ? countTree(calls) : undefined}
      siblings={block instanceof FirnError ? undefined : block.txCount}
      accepted={accepted}
      sequence={sequence}
      commands={commands}
      jsonPath={jsonPath}
      views={views}
    />
  );
}

const LOGS = { id: "logs", title: "Logs" };
const WARP = { id: "warp", title: "Messages between chains" };
const STATE = { id: "state", title: "State changes" };
const CALLS = { id: "calls", title: "Internal calls" };

function UnknownList({ id, title, why }: { id: string; title: string; why: string }) {
  return <Panel id={id} title={title} aside="not known" note={why} />;
}

/** Whether it may have calls. Value sent to a contract runs code without a method too, but most has no contract. */
function runsCode({ internalTransactionCount, nativeTransaction: { method } }: FirnEvmTransaction): boolean {
  return internalTransactionCount > 0 || method?.callType !== "NATIVE_TRANSFER";
}

/** The C-Chain's index says when its blocks were accepted. L1s have no index. */
async function readAccepted(
  chain: EvmChain,
  { nativeTransaction: tx }: FirnEvmTransaction,
): Promise<EvmTxViewProps["accepted"]> {
  if (chain.segment !== "c") return undefined;
  const container = await toResult(readContainer("c", tx.blockNumber));
  if (container instanceof FirnError) return undefined;
  const { accepted } = arrivalOf(container, tx.blockTimestamp);
  // The EVM side was readable later than its container was stored.
  const arrival = { blockTime: timeOf(tx), accepted, stored: undefined };
  return { arrival, index: { stream: container.stream, number: container.index } };
}
