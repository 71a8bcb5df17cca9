import { type History, subnetChain } from "../history";
import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock, RecordedEvmChain } from "../recording";
import { failure } from "./evm-handler";

/** How much of its EVM chains a node keeps. By default everything, as an archive node that was there from the start. */
export interface EvmRetention {
  /**
   * Where it began by state sync: it has no older block, receipt or state, only the genesis block. A height that is
   * not accepted yet at the start counts as the head then.
   */
  firstBlock?: number | undefined;
  /** It pruned the state that traces of older blocks need. */
  firstTrace?: number | undefined;
}

/** An EVM chain as this node has it. */
export interface EvmChain {
  /** Of its Ethereum API. */
  path: string;
  /** The recording's; the position is the height. */
  blocks: readonly RecordedEvmBlock[];
  /** Height of the last accepted block. */
  head(): number;
  /** Whether the node has a block's body and receipts. */
  has(height: number): boolean;
  /** The node's reason for not tracing a block that it has; undefined if it does. */
  refusesTrace(height: number): RpcOutcome | undefined;
  /** The node's reason for having no state of a block; undefined if it has. */
  refusesState(height: number): RpcOutcome | undefined;
}

/** The C-Chain of a history. */
export function cChainOf(history: History, retention: EvmRetention = {}): EvmChain {
  return evmChain({
    path: "/ext/bc/C/rpc",
    blocks: history.recording.evm,
    head: () => history.height("C"),
    retention,
  });
}

/** A subnet's EVM chain of a history. */
export function subnetChainOf(
  history: History,
  { blockchainId, blocks }: RecordedEvmChain,
  retention: EvmRetention = {},
): EvmChain {
  const chain = subnetChain(blockchainId);
  return evmChain({
    path: `/ext/bc/${blockchainId}/rpc`,
    blocks,
    head: () => history.height(chain),
    retention,
  });
}

/**
 * @source AvalancheGo graft/coreth: eth/api_backend.go, eth/tracers/api.go, eth/state_accessor.go (`reexec` is always
 * 0); geth trie/errors.go
 */
function evmChain({
  path,
  blocks,
  head,
  retention,
}: Pick<EvmChain, "path" | "blocks" | "head"> & { retention: EvmRetention }): EvmChain {
  const firstBlock = Math.min(retention.firstBlock ?? 0, head());
  const { firstTrace = 0 } = retention;
  const has = (height: number) => height <= head() && (height === 0 || height >= firstBlock);
  return {
    path,
    blocks,
    head,
    has,
    refusesTrace(height) {
      if (height > 0 && !has(height - 1)) return failure(-32000, `block #${height - 1} not found`);
      return height < firstTrace
        ? failure(-32000, "required historical state unavailable (reexec=0)")
        : undefined;
    },
    refusesState(height) {
      if (!has(height)) return failure(-32000, "header not found");
      // The first block that is traced begins with its parent's state. A pruning node keeps those of genesis and head.
      if (height === 0 || height === head() || height >= firstTrace - 1) return undefined;
      const root = String(blocks[height]?.block.stateRoot).replace(/^0x/, "");
      return failure(-32000, `missing trie node ${root} (path ) state 0x${root} is not available, not found`);
    },
  };
}
