import { z } from "zod";
import * as evm from "../../contract/node/evm";
import type { FindMethod } from "../http/geth";
import type { RecordedAnswers, RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock } from "../recording";
import { type FindPastBalance, openBalances } from "./evm-balances";
import { type EvmChain, missingReceipts } from "./evm-chain";
import { failure, type Handler, handler, missingArgument, ok, toQuantity } from "./evm-handler";
import { rangeMethods } from "./evm-ranges";
import { type FindPastWord, openStorage } from "./evm-storage";
import { contractsMade, type FindView, openViews } from "./evm-views";

/**
 * The Ethereum API of a chain: blocks, receipts and traces from recorded blocks; state where it was recorded.
 * @source geth internal/ethapi, eth/tracers; AvalancheGo graft/coreth/eth, vms/saevm
 */
export function evmMethods(chain: EvmChain, recorded: RecordedAnswers): FindMethod {
  const known = [...chainMethods(chain), ...rangeMethods(chain, (tag) => heightOf(chain, tag))];
  const handlers = new Map(known.map((handler) => [handler.name, handler.run]));
  const view = openViews(chain, (to, data) =>
    recorded.find(chain.path, "eth_call", [{ to, data }, "latest"]),
  );
  const pastBalance = openBalances(chain.blocks, (account, height) =>
    recorded.find(chain.path, "eth_getBalance", [account, "latest"], height),
  );
  const pastWord = openStorage(chain);
  const madeContracts = contractsMade(chain);
  const source = { chain, recorded, view, pastBalance, pastWord, madeContracts };
  return (method) => handlers.get(method) ?? recordedMethod(source, method);
}

function chainMethods(chain: EvmChain): Handler[] {
  const { blocks, head } = chain;
  const positions = transactionPlaces(blocks);
  const at = (height: number) => (chain.has(height) ? blocks[height] : undefined);
  const byHash = (hash: string) => at(blocks.findIndex(({ block }) => block.hash === hash.toLowerCase()));
  const byTag = (tag: evm.BlockTag) => at(heightOf(chain, tag));
  const findTx = (hash: string) => {
    const found = positions.get(hash.toLowerCase());
    const block = found && at(found.height);
    // Transactions of blocks that came as bodies are not in the node's index.
    return block && chain.hasExecuted(found.height) ? { block, ...found } : undefined;
  };
  const rawBlocks = handler(evm.debugGetRawBlock, ([tag]) => {
    const block = byTag(tag);
    return block === undefined ? failure(-32000, `block #${heightOf(chain, tag)} not found`) : ok(block.raw);
  });
  return [
    handler(evm.ethBlockNumber, () => ok(toQuantity(head()))),
    handler(evm.ethGetBlockByNumber, ([tag, full]) => {
      const block = byTag(tag);
      if (block === undefined) return noBlock(chain, heightOf(chain, tag));
      const isUnsealed = tag === "pending" && settledHeight(block) !== undefined;
      return ok(isUnsealed ? { ...present(block, full), ...UNSEALED } : present(block, full));
    }),
    handler(evm.ethGetBlockByHash, ([hash, full]) => ok(present(byHash(hash), full))),
    handler(evm.ethGetBlockReceipts, ([tag]) => {
      const block =
        typeof tag === "string" && tag.startsWith("0x") ? byHash(tag) : byTag(tag as evm.BlockTag);
      if (block !== undefined && !chain.hasExecuted(Number(block.block.number)))
        return missingReceipts(block.receipts.length);
      // Null also for a block that is not accepted yet, of which `eth_getBlockByNumber` says so.
      return ok(block?.receipts ?? null);
    }),
    handler(evm.ethGetTransactionByHash, ([hash]) => {
      const found = findTx(hash);
      return ok(found?.block.block.transactions[found.index]);
    }),
    handler(evm.ethGetTransactionReceipt, ([hash]) => {
      const found = findTx(hash);
      return ok(found?.block.receipts[found.index]);
    }),
    ...(blocks.some(({ raw }) => raw !== undefined) ? [rawBlocks] : []),
    handler(evm.debugTraceBlockByNumber, ([tag, config]) => {
      const block = byTag(tag);
      const height = heightOf(chain, tag);
      if (block === undefined) return failure(-32000, `block #${height} not found`);
      const refusal = chain.refusesTrace(height);
      if (refusal !== undefined) return refusal;
      const traces = tracesOf(block, config);
      return traces === undefined ? NOT_RECORDED : ok(traces);
    }),
    handler(evm.debugTraceTransaction, ([hash, config]) => {
      const found = findTx(hash);
      if (found === undefined) return failure(-32000, "transaction not found");
      const refusal = chain.refusesTrace(found.height);
      if (refusal !== undefined) return refusal;
      const traces = tracesOf(found.block, config);
      return traces === undefined ? NOT_RECORDED : ok(traces[found.index]?.result);
    }),
  ];
}

/** A tracer's results for a block's transactions; undefined if they were not recorded. */
function tracesOf(block: RecordedEvmBlock, config: evm.TraceConfig | undefined) {
  const traces = tracesOfKind(block, config);
  return traces?.length === block.block.transactions.length ? traces : undefined;
}

function tracesOfKind(block: RecordedEvmBlock, { tracer, tracerConfig }: evm.TraceConfig = {}) {
  if (tracer === "prestateTracer") return tracerConfig?.diffMode === true ? block.stateDiffs : undefined;
  if (tracer !== "callTracer" || tracerConfig?.onlyTopCall === true) return undefined;
  const hasLogs = block.tracesWithLog.length > 0;
  return tracerConfig?.withLog === true && hasLogs ? block.tracesWithLog : block.traces;
}

const NOT_RECORDED = failure(-32000, "trace of another kind (not in this recording)");

/** Position of each transaction, by its hash. */
function transactionPlaces(
  blocks: readonly RecordedEvmBlock[],
): Map<string, { height: number; index: number }> {
  return new Map(
    blocks.flatMap(({ block }, height) =>
      block.transactions.map(
        (tx, index) => [typeof tx === "string" ? tx : tx.hash, { height, index }] as const,
      ),
    ),
  );
}

/** From Helicon on the pending block is the head without the fields of an executed one. */
const UNSEALED = { hash: null, miner: null, nonce: null };

function present(recorded: RecordedEvmBlock | undefined, full: boolean): evm.EvmBlock | undefined {
  if (recorded === undefined || full) return recorded?.block;
  const transactions = recorded.block.transactions.map((tx) => (typeof tx === "string" ? tx : tx.hash));
  return { ...recorded.block, transactions };
}

/** From Helicon on a block is executed after its acceptance: the height up to which this one settles. */
function settledHeight(recorded: RecordedEvmBlock | undefined): number | undefined {
  const settled = recorded?.block.settledHeight;
  return typeof settled === "string" ? Number(settled) : undefined;
}

function heightOf({ blocks, head }: EvmChain, tag: evm.BlockTag): number {
  if (typeof tag === "bigint") return Number(tag);
  if (tag === "earliest") return 0;
  return tag === "latest" || tag === "pending" ? head() : (settledHeight(blocks[head()]) ?? head());
}

/** The answer instead of a block: null for one that this node never had. */
function noBlock({ blocks, head }: EvmChain, height: number): RpcOutcome {
  const isOpen = height > head() && settledHeight(blocks[head()]) === undefined;
  return isOpen ? failure(-32000, "cannot query unfinalized data") : ok(null);
}

/** Answers that are the same at any height. */
const CONSTANT = new Set([
  "eth_chainId",
  "net_version",
  "web3_clientVersion",
  "eth_getChainConfig",
  "eth_syncing",
]);

/** Reads of state: the number of required parameters. The last one is the height. */
const STATE_READS = new Map([
  ["eth_call", 1],
  ["eth_callDetailed", 2],
  ["eth_estimateGas", 1],
  ["eth_getBalance", 2],
  ["eth_getCode", 2],
  ["eth_getProof", 3],
  ["eth_getStorageAt", 3],
  ["eth_getTransactionCount", 2],
]);

interface StateSource {
  chain: EvmChain;
  recorded: RecordedAnswers;
  view: FindView;
  pastBalance: FindPastBalance;
  pastWord: FindPastWord;
  /** Every contract that there ever was, by address in lower case. */
  madeContracts: ReturnType<typeof contractsMade>;
}

function recordedMethod(
  { chain, recorded, view, pastBalance, pastWord, madeContracts }: StateSource,
  method: string,
): ReturnType<FindMethod> {
  const find = (params: readonly unknown[], height?: number, orElse?: () => RpcOutcome | undefined) =>
    recorded.find(chain.path, method, params, height) ??
    orElse?.() ??
    failure(-32000, "missing trie node (not in this recording)");
  if (CONSTANT.has(method)) return () => find([]);
  const required = STATE_READS.get(method);
  if (required === undefined) {
    // A signature of the only validator holds for every quorum.
    if (method.startsWith("warp_"))
      return recorded.knows(chain.path, method) ? ([id]) => find([id]) : undefined;
    // All other recorded calls depend on the head alone.
    return recorded.knows(chain.path, method) ? (params) => find(params, chain.head()) : undefined;
  }
  return (params) => {
    if (params.length < required) return failure(-32602, missingArgument(params.length));
    // State was recorded at the recorder's head. At that height the answer holds, whatever name the height is given.
    const at = stateTagIndex(method);
    const tag = evm.blockTag.safeParse(params[at] ?? "latest");
    const height = tag.success ? heightOf(chain, tag.data) : -1;
    const isThere = height >= 0 && height <= chain.head();
    const refusal = isThere ? chain.refusesState(height) : undefined;
    if (refusal !== undefined) return refusal;
    const call = method === "eth_call" ? evmView.safeParse(params[0]) : undefined;
    const asked = call?.success ? [call.data] : params.slice(0, at);
    return find([...asked, "latest"], height, () => {
      if (!isThere) return undefined;
      const account = String(params[0]);
      if (method === "eth_getBalance") return pastBalance(account, height);
      if (method === "eth_getStorageAt") return pastWord(account, String(params[1]), height);
      // Code of contracts was recorded, and others have none.
      if (method === "eth_getCode") return madeContracts.has(account.toLowerCase()) ? undefined : ok("0x");
      return call?.success ? view(call.data, height) : undefined;
    });
  };
}

/** A call that names only a contract and its data, as most reads do. Recorded ones had gas enough. */
const evmView = z
  .strictObject({ to: z.string(), data: z.string(), gas: z.string().optional() })
  .transform(({ to, data }) => ({ to, data }));

function stateTagIndex(method: string): number {
  return method === "eth_getStorageAt" || method === "eth_getProof" ? 2 : 1;
}
