import { readListedBlocks, searchedEvmChain } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import { answerCsv, type CsvPage, noSuchList, utc } from "@/app/[chain]/csv";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { toResult } from "@/app/server";
import { timeOf } from "@/components/evm/time";
import { type BlockListParams, readBlockListParams } from "@/components/list/list-params";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { FirnError } from "@/lib/errors";

const HEAD = ["height", "id", "time_utc", "type", "transactions", "bytes", "proposer", "parent"];
/**
 * The C-Chain has atomic transactions in a column of their own. Its column of EVM transactions is empty until they are
 * indexed.
 */
const C_HEAD = HEAD.toSpliced(5, 0, "atomic_transactions");
/** Gas prices and fees are in wei. */
const EVM_HEAD = [
  ...["height", "hash", "time_utc", "transactions", "gas_used", "gas_limit"],
  ...["base_fee_wei", "fees_wei", "parent"],
];

/** Blocks in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV, newest first; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const position = readBlockListParams(Object.fromEntries(new URL(request.url).searchParams));
  const { chain: segment } = await params;
  if (position === undefined) return noSuchList();
  const searched = isChain(segment) ? await searchedEvmChain(segment, position) : undefined;
  if (isChain(segment) && searched === undefined)
    return answerCsv(`${CHAINS[segment].apiName}-blocks.csv`, segment === "c" ? C_HEAD : HEAD, (pageToken) =>
      readPage(segment, position, pageToken),
    );
  const evm = searched ?? (await toResult(findEvmChain(segment)));
  if (evm === undefined) return noSuchList();
  return answerCsv(`${segment}-blocks.csv`, EVM_HEAD, async (pageToken) => {
    if (evm instanceof FirnError) throw evm;
    return readEvmPage(evm.evmChainId, position, pageToken);
  });
}

async function readPage(
  chain: Chain,
  position: BlockListParams,
  pageToken: string | undefined,
): Promise<CsvPage> {
  const { page } = await readListedBlocks(chain, position, { pageSize: PAGE_ROWS, pageToken });
  const rows = page.blocks.map((block) => [
    block.blockNumber,
    block.blockHash,
    utc(block.blockTimestamp),
    block.blockType,
    ...(chain === "c" ? [String(block.evm?.txCount ?? "")] : []),
    String(block.txCount),
    String(block.blockSizeBytes),
    block.proposerDetails?.proposerNodeId ?? "",
    block.parentHash,
  ]);
  return { rows, next: page.nextPageToken };
}

async function readEvmPage(
  evmChainId: string,
  position: BlockListParams,
  pageToken: string | undefined,
): Promise<CsvPage> {
  const { page } = await readEvmBlocks({ evmChainId }, position, { pageSize: PAGE_ROWS, pageToken });
  const rows = page.blocks.map((block) => [
    block.blockNumber,
    block.blockHash,
    new Date(timeOf(block)).toISOString(),
    String(block.txCount),
    block.gasUsed,
    block.gasLimit,
    block.baseFee,
    block.feesSpent,
    block.parentHash,
  ]);
  return { rows, next: page.nextPageToken };
}
