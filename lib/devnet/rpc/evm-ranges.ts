import * as evm from "../../contract/node/evm";
import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock } from "../recording";
import type { EvmChain } from "./evm-chain";
import { failure, type Handler, handler, ok, toQuantity } from "./evm-handler";

/** The height that a tag names. It may be above the head. */
type HeightOf = (tag: evm.BlockTag) => number;

/**
 * Methods that read several blocks.
 * @source geth eth/filters, eth/gasprice/feehistory.go; AvalancheGo graft/coreth/eth
 */
export function rangeMethods(chain: EvmChain, heightOf: HeightOf): Handler[] {
  return [
    handler(evm.ethGetLogs, ([filter]) => {
      const blocks = blocksOf(chain, filter, heightOf);
      if (!Array.isArray(blocks)) return blocks;
      const lacking = blocks.find(
        (block) => !chain.hasExecuted(Number(block.block.number)) && mayMatch(block, filter),
      );
      if (lacking !== undefined) return noLogs(lacking);
      const logs = blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs as Log[]));
      return ok(logs.filter((log) => isSelected(log, filter)));
    }),
    handler(evm.ethFeeHistory, ([count, tag, percentiles]) => {
      const head = chain.head();
      const last = heightOf(tag);
      if (last > head) return failure(-32000, `request beyond head block: requested ${last}, head ${head}`);
      const misfit = (percentiles ?? []).find((each, at, all) => each < (all[at - 1] ?? 0) || each > 100);
      if (misfit !== undefined) return failure(-32000, `invalid reward percentile: ${misfit}`);
      if (count < 1n) return ok({ oldestBlock: "0x0", gasUsedRatio: null });
      const oldest = Math.max(0, last + 1 - Number(count));
      if (!chain.has(oldest)) return ok({ oldestBlock: "0x0", gasUsedRatio: null });
      return ok(feeHistory(chain.blocks, { oldest, last, percentiles: percentiles ?? [] }));
    }),
  ];
}

/** A log as recorded. */
interface Log {
  address: string;
  topics: string[];
}

/**
 * The blocks that a log filter selects; an error if they are not all accepted.
 * @source AvalancheGo graft/coreth/eth/filters/filter.go
 */
function blocksOf(
  chain: EvmChain,
  filter: evm.LogFilter,
  heightOf: HeightOf,
): RecordedEvmBlock[] | RpcOutcome {
  const head = chain.head();
  if (filter.blockHash != null) {
    const hash = filter.blockHash.toLowerCase();
    const found = chain.blocks.find(({ block }, height) => chain.has(height) && block.hash === hash);
    return found === undefined ? failure(-32000, "unknown block") : [found];
  }
  const from = heightOf(filter.fromBlock ?? "latest");
  const to = heightOf(filter.toBlock ?? "latest");
  if (from > head) return failure(-32000, `requested from block ${from} after last accepted block ${head}`);
  if (to > head) return failure(-32000, `requested to block ${to} after last accepted block ${head}`);
  if (from > to) return failure(-32000, "invalid block range params");
  // The node goes on from block to block, and ends without an error at the first that it does not have.
  const selected = chain.blocks.slice(from, to + 1);
  const missing = selected.findIndex((_, at) => !chain.has(from + at));
  return missing < 0 ? selected : selected.slice(0, missing);
}

/** Whether the node looks into a block: its bloom filter matches, as it does where nothing is filtered. */
function mayMatch({ receipts }: RecordedEvmBlock, filter: evm.LogFilter): boolean {
  const isFiltered = [filter.address ?? [], filter.topics ?? []].flat().length > 0;
  return !isFiltered || receipts.some(({ logs }) => (logs as Log[]).some((log) => isSelected(log, filter)));
}

/** @source AvalancheGo graft/coreth/eth/filters/filter_system.go */
function noLogs({ block }: RecordedEvmBlock): RpcOutcome {
  const hash = String(block.hash).slice(2);
  const short = `${hash.slice(0, 6)}..${hash.slice(-6)}`;
  return failure(-32000, `failed to get logs for block #${Number(block.number)} (0x${short})`);
}

/** Whether a filter selects a log of its blocks. */
export function isSelected(log: Log, { address, topics }: evm.LogFilter): boolean {
  const addresses = address == null ? [] : [address].flat();
  if (addresses.length > 0 && !addresses.some((each) => each.toLowerCase() === log.address)) return false;
  return (topics ?? []).every((wanted, at) => {
    const topic = log.topics[at];
    if (topic === undefined) return false;
    const choices = wanted === null ? [] : [wanted].flat();
    return choices.length === 0 || choices.some((each) => each === null || each.toLowerCase() === topic);
  });
}

function feeHistory(
  blocks: readonly RecordedEvmBlock[],
  { oldest, last, percentiles }: { oldest: number; last: number; percentiles: readonly number[] },
) {
  const range = blocks.slice(oldest, last + 1);
  const fees = range.map(baseFee);
  // From Helicon on the fee of the next block is known. At the end of the recording it is assumed not to change.
  const isSettling = blocks[last]?.block.settledHeight !== undefined;
  if (isSettling) fees.push(baseFee(blocks[last + 1] ?? blocks[last]));
  return {
    oldestBlock: toQuantity(oldest),
    reward: percentiles.length === 0 ? undefined : range.map((block) => tips(block, percentiles)),
    baseFeePerGas: fees.map((fee) => `0x${fee.toString(16)}`),
    gasUsedRatio: range.map(({ block }) => Number(block.gasUsed) / Number(block.gasLimit)),
  };
}

function baseFee(recorded: RecordedEvmBlock | undefined): bigint {
  return quantityOf(recorded?.block.baseFeePerGas);
}

/** Tips above the base fee, at each percentile of a block's gas. */
function tips(recorded: RecordedEvmBlock, percentiles: readonly number[]): string[] {
  const { block, receipts } = recorded;
  const paid = receipts
    .map(({ effectiveGasPrice, gasUsed }) => ({
      tip: quantityOf(effectiveGasPrice) - baseFee(recorded),
      gas: Number(gasUsed),
    }))
    .sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  return percentiles.map((percentile) => {
    const threshold = Math.floor((Number(block.gasUsed) * percentile) / 100);
    let sum = 0;
    const found = paid.find(({ gas }) => {
      sum += gas;
      return sum >= threshold;
    });
    return `0x${(found ?? paid.at(-1))?.tip.toString(16) ?? "0"}`;
  });
}

function quantityOf(value: unknown): bigint {
  return typeof value === "string" ? BigInt(value) : 0n;
}
