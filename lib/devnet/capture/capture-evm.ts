import { z } from "zod";
import { formatId, PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { evmBlock, evmReceipt, evmTrace } from "../../contract/node/evm";
import { getBlockchains } from "../../contract/node/platform-subnets";
import { InputError } from "../../errors";
import type { RecordedEvmBlock, RecordedEvmChain } from "../recording";
import { codesOf, withCode } from "./capture-code";
import type { ReadFile } from "./read-file";

/** Folder of the subnet's chain in a capture; it has one or none. */
export const SUBNET_FOLDER = "l1";

const getBlockchainsCall = z.looseObject({
  getBlockchains: z.looseObject({ response: z.looseObject({ result: getBlockchains.result }) }),
});

/**
 * The subnet's chain of a capture, named by what the node said of its blockchains.
 * @throws InputError BAD_PARAMETER if that is not one chain
 */
export async function readEvmChains(read: ReadFile): Promise<RecordedEvmChain[]> {
  const blocks = await readEvmBlocks(read, SUBNET_FOLDER);
  if (blocks.length === 0) return [];
  const misc = await read("platform/misc.json", getBlockchainsCall);
  const all = misc?.getBlockchains.response.result.blockchains ?? [];
  const ofSubnets = all.filter(({ subnetID }) => subnetID !== formatId(PRIMARY_NETWORK_ID));
  const [chain] = ofSubnets;
  if (chain === undefined || ofSubnets.length > 1) {
    throw new InputError("BAD_PARAMETER", `${SUBNET_FOLDER}/ is of one of ${ofSubnets.length} blockchains`);
  }
  return [{ blockchainId: chain.id, subnetId: chain.subnetID, blocks }];
}

const receiptsRow = z.object({ number: z.int(), receipts: z.array(evmReceipt) });
const tracesRow = z.object({ number: z.int(), traces: z.array(evmTrace) });
const diffsRow = z.object({ number: z.int(), diffs: z.array(evmTrace) });
const rawRow = z.looseObject({ number: z.int(), raw: z.string() });

/**
 * The blocks of an EVM chain. Receipts, traces and the rest are in separate files, by height. A block that is missing
 * there has none.
 */
export async function readEvmBlocks(read: ReadFile, folder: string): Promise<RecordedEvmBlock[]> {
  const blocks = (await read(`${folder}/blocks.json`, z.array(evmBlock))) ?? [];
  const [receipts, traces, withLog, diffs, raw] = await Promise.all([
    read(`${folder}/receipts.json`, z.array(receiptsRow)).then((rows) =>
      byHeight(rows, (row) => row.receipts),
    ),
    read(`${folder}/traces-calltracer.json`, z.array(tracesRow)).then((rows) =>
      byHeight(rows, (row) => row.traces),
    ),
    read(`${folder}/traces-calltracer-withlog.json`, z.array(tracesRow)).then((rows) =>
      byHeight(rows, (row) => row.traces),
    ),
    read(`${folder}/state-diffs.json`, z.array(diffsRow)).then((rows) => byHeight(rows, (row) => row.diffs)),
    read(`${folder}/raw-blocks.json`, z.array(rawRow)).then((rows) => byHeight(rows, (row) => row.raw)),
  ]);
  const codes = diffs.size === 0 ? new Map() : await codesOf(read, folder, [...traces.values()].flat());
  return blocks.map((block) => {
    const height = Number(block.number);
    const stateDiffs = diffs.get(height);
    const rlp = raw.get(height);
    return {
      block,
      receipts: receipts.get(height) ?? [],
      traces: traces.get(height) ?? [],
      tracesWithLog: withLog.get(height) ?? [],
      ...(stateDiffs !== undefined && { stateDiffs: stateDiffs.map((diff) => withCode(diff, codes)) }),
      ...(rlp !== undefined && { raw: rlp }),
    };
  });
}

function byHeight<Row extends { number: number }, Item>(
  rows: readonly Row[] | undefined,
  itemOf: (row: Row) => Item,
): Map<number, Item> {
  return new Map((rows ?? []).map((row) => [row.number, itemOf(row)]));
}
