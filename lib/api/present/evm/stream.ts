import { toHex } from "../../../avalanche/codec/bytes";
import type { PartHistory, StreamStatus } from "../../../contract/firn/status";
import type { RegistryEntry, RegistryProblem } from "../../../store/bookkeeping/chain-registry";
import type { EvmFacts } from "../../../store/bookkeeping/evm-facts";
import { lastUntraced } from "../../../store/bookkeeping/height-ranges";
import type { EvmHistory } from "../../../store/bookkeeping/history";
import type { CheckpointTable, StreamStatusTable } from "../../../store/tables/bookkeeping";
import { describeHistory, partialHistory } from "../../evm/history";
import type { EvmNodeLook } from "../../node/evm-node";
import type { BlockTimes } from "../network/acceptance";
import { presentStream } from "../network/status";
import { type PacedBlock, paceOf } from "../network/stream-pace";
import { isCChain } from "./chain";

type ChainStatus = NonNullable<StreamStatus["evm"]>;

/** Facts of an EVM chain that has a store. */
export interface StoredChain {
  facts: EvmFacts;
  history: EvmHistory | undefined;
  /** The seconds of which every block is counted, unix, the end not included. */
  counted: { from: number; to: number };
  status: StreamStatusTable;
  checkpoint: CheckpointTable | undefined;
  newest: readonly BlockTimes[];
  beatAtMs: number | undefined;
  paced: readonly PacedBlock[];
  /** Undefined when the indexer does not follow the chain. */
  entry: Pick<RegistryEntry, "problem"> | undefined;
  node: EvmNodeLook;
}

/** The status of an EVM chain that has a store, as a stream. */
export function presentEvmStream(chain: StoredChain, nowMs: number): StreamStatus {
  const { facts, status, checkpoint, newest, beatAtMs, node } = chain;
  const stream = `EVM ${facts.evmChainId}`;
  const body = presentStream({ ...status, stream }, checkpoint, { newest, nowMs, beatAtMs });
  const history = partialHistory(chain);
  const evm = {
    ...presentEvmChain(facts, node),
    ...(history && { history: presentHistory(history, chain) }),
  };
  return {
    ...body,
    ...stateOf(body, chain),
    indexedHead: body.indexedHead && {
      ...body.indexedHead,
      containerId: toHex(checkpoint?.head_id ?? NOTHING),
    },
    acceptanceLagMs: undefined,
    notAcceptedLive: undefined,
    pace: paceOf(chain.paced),
    notice:
      // What the indexer notices of its history, the history says in numbers.
      [noticeOf(evm), history && historyNotice(history, evm)]
        .filter((text) => text !== undefined)
        .join("; ") || undefined,
    evm,
  };
}

/** The status of an EVM chain that has no store. `hasId`: whether its EVM chain id is its own, and not that of an indexed chain. */
export function presentComingChain(
  entry: RegistryEntry,
  { hasId, nowMs }: { hasId: boolean; nowMs: number },
): StreamStatus {
  const { key, problem, evmChainId, name, blockchainId, rpcUrl } = entry;
  return {
    stream: `EVM ${labelOf(entry)}`,
    state: problem === undefined ? "starting" : stateFor(problem),
    error: problem && presentProblem(problem),
    updatedAt: problem?.at ?? nowMs,
    evm: {
      chainId: hasId ? evmChainId : undefined,
      name,
      isCChain: key === "C",
      blockchainId,
      rpcUrl,
      lacks: [],
    },
  };
}

const NOTHING = new Uint8Array();

/** Short enough for one line, long enough to tell chains of the same name apart. */
function labelOf({ key, name }: RegistryEntry): string {
  if (name !== undefined && name !== key)
    return key === "C" ? name : `${name.slice(0, 16)} ${key.slice(0, 6)}…`;
  const bare = key.replace(/^https?:\/\//, "");
  return bare.length <= 20 ? bare : `${bare.slice(0, 9)}…${bare.slice(-8)}`;
}

function presentEvmChain(facts: EvmFacts, { archive }: EvmNodeLook): ChainStatus {
  const { evmChainId, name, blockchainId, rpcUrl, traces } = facts;
  const untracedTo = lastUntraced(facts);
  const lacks: ChainStatus["lacks"] = [];
  if (traces === "no") lacks.push("debug-api");
  else if (untracedTo !== undefined) lacks.push("old-traces");
  if (archive === false) lacks.push("archive");
  const known = { chainId: evmChainId, name, blockchainId, rpcUrl };
  return { ...known, isCChain: isCChain(facts), lacks, untracedTo };
}

function presentHistory(history: EvmHistory, { facts, counted }: StoredChain): PartHistory {
  const { firstHeight, older, countedFrom, countedTo } = history;
  // The C-Chain's genesis is not a block that nodes accepted.
  const first = isCChain(facts) ? 1 : 0;
  return {
    firstBlock: firstHeight,
    older,
    ...(older === "wanted" && { olderToGo: firstHeight - first }),
    countedFrom,
    ...(countedTo !== undefined && { countedTo }),
    countedSince: counted.from,
    ...(Number.isFinite(counted.to) && { countedBefore: counted.to }),
  };
}

function historyNotice(history: EvmHistory, evm: ChainStatus): string {
  const { olderToGo } = evm.history ?? {};
  return describeHistory(history) + (olderToGo === undefined ? "" : `, ${olderToGo} to go`);
}

function noticeOf({ lacks, untracedTo }: ChainStatus): string | undefined {
  const words = {
    "debug-api":
      "the node has no debug API for this chain: internal transactions, and contracts created by contracts, are not indexed",
    "old-traces": `the node did not trace all blocks up to ${untracedTo}: internal transactions may be missing there`,
    archive: "the node has no state of old blocks: past balances are not available",
  } satisfies Record<ChainStatus["lacks"][number], string>;
  return lacks.length === 0 ? undefined : lacks.map((lack) => words[lack]).join("; ");
}

/** A chain that is not indexed any more is stopped, whatever its store's last status, and that is why it is silent. */
function stateOf(
  { state, error }: StreamStatus,
  { entry, status }: StoredChain,
): Pick<StreamStatus, "state" | "error"> {
  const isSilent = error?.code === "INDEXER_AWAY";
  if (!isSilent && state === "stopped") return { state, error };
  if (entry === undefined) return { state: "stopped", error: notFollowed(status) };
  if (entry.problem) return { state: stateFor(entry.problem), error: presentProblem(entry.problem) };
  return { state, error };
}

function notFollowed({ updated_at_ms }: StreamStatusTable): StreamStatus["error"] {
  return {
    code: "CONFIG_INVALID",
    message: "this chain is no longer indexed: neither FIRN_EVM_CHAINS nor the node names it",
    hint: "add it to FIRN_EVM_CHAINS, or delete its store",
    at: updated_at_ms,
  };
}

function stateFor({ passes }: RegistryProblem): StreamStatus["state"] {
  return passes ? "waiting-for-node" : "stopped";
}

function presentProblem({ code, message, hint, at }: RegistryProblem): StreamStatus["error"] {
  return { code, message, hint, at };
}
