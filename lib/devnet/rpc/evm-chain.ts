import { type History, subnetChain } from "../history";
import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock, RecordedEvmChain } from "../recording";
import { cChainGenesisContracts, type GenesisContracts, subnetGenesisContracts } from "./evm-genesis";
import { failure } from "./evm-handler";

/** How much of its EVM chains a node keeps. By default everything, as an archive node that was there from the start. */
export interface EvmRetention {
  /**
   * Where it began by state sync: the first block that it executed. Of older ones it has the genesis block, and of some
   * before this one the bodies. A height that is not accepted yet at the start counts as the head then.
   */
  firstBlock?: number | undefined;
  /** Blocks before `firstBlock` with a body, but without receipts. 256 unless given: more than a recording may lack. */
  bodies?: number | undefined;
  /** It pruned the state that traces of older blocks need. */
  firstTrace?: number | undefined;
}

/** Bodies that a node asks others for before the block whose state it syncs: parentsToFetch in coreth's state sync. */
const BODIES = 256;

/**
 * What a node that began by state sync has of a block.
 * @source AvalancheGo graft/evm/sync/block; recorded from coreth 1.14.2
 */
export function keptOf(
  height: number,
  { firstBlock = 0, bodies = BODIES }: EvmRetention,
): "everything" | "body" | "nothing" {
  if (height === 0 || height >= firstBlock) return "everything";
  return height >= firstBlock - bodies ? "body" : "nothing";
}

/** What such a node answers in place of the receipts of a block of which it has the body: none are found. */
export function missingReceipts(transactions: number): RpcOutcome {
  return transactions === 0
    ? { result: [] }
    : failure(-32000, `receipts length mismatch: ${transactions} vs 0`);
}

/** An EVM chain as this node has it. */
export interface EvmChain {
  /** Of its Ethereum API. */
  path: string;
  /** The recording's; the position is the height. */
  blocks: readonly RecordedEvmBlock[];
  /** Contracts that its genesis has. */
  genesis: GenesisContracts;
  /** Height of the last accepted block. */
  head(): number;
  /** Whether the node has a block's body. */
  has(height: number): boolean;
  /** Whether it has executed a block that it has: only then it has the receipts, and finds the transactions. */
  hasExecuted(height: number): boolean;
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
    genesis: cChainGenesisContracts(history.recording),
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
    genesis: subnetGenesisContracts(history.recording, blockchainId),
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
  genesis,
  head,
  retention,
}: Pick<EvmChain, "path" | "blocks" | "genesis" | "head"> & { retention: EvmRetention }): EvmChain {
  const firstBlock = Math.min(retention.firstBlock ?? 0, head());
  const { firstTrace = 0 } = retention;
  const keeps = (height: number) => keptOf(height, { ...retention, firstBlock });
  const has = (height: number) => height <= head() && keeps(height) !== "nothing";
  return {
    path,
    blocks,
    genesis,
    head,
    has,
    hasExecuted: (height) => has(height) && keeps(height) === "everything",
    refusesTrace(height) {
      if (height > 0 && !has(height - 1)) return failure(-32000, `block #${height - 1} not found`);
      return height < Math.max(firstTrace, firstBlock)
        ? failure(-32000, "required historical state unavailable (reexec=0)")
        : undefined;
    },
    refusesState(height) {
      if (!has(height)) return failure(-32000, "header not found");
      // The state that was synced is that of the block before the first one. Likewise the first block that is traced
      // begins with its parent's state. A pruning node keeps those of genesis and head.
      const first = Math.max(firstTrace, firstBlock) - 1;
      if (height === 0 || height === head() || height >= first) return undefined;
      const root = String(blocks[height]?.block.stateRoot).replace(/^0x/, "");
      return failure(-32000, `missing trie node ${root} (path ) state 0x${root} is not available, not found`);
    },
  };
}
