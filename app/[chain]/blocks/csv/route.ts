import { readFoundBlocks, readListedBlocks, searchedEvmChain } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import { answerCsv, type CsvPage, noSuchList, utc } from "@/app/[chain]/csv";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { type BlockListParams, readBlockListParams } from "@/components/list/list-params";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import type { CsvCell } from "@/lib/csv";
import { FirnError } from "@/lib/errors";

const HEAD = ["height", "id", "time_utc", "type", "transactions", "bytes", "proposer", "parent"];
/** Gas prices and fees are in wei. */
const GAS_HEAD = ["gas_used", "gas_limit", "base_fee_wei", "fees_wei"];
/**
 * The C-Chain has atomic transactions in a column of their own. What its EVM side counts is empty until that is indexed, and so
 * is what the node accepted.
 */
const C_HEAD = HEAD.toSpliced(5, 0, "atomic_transactions", ...GAS_HEAD);
const EVM_HEAD = ["height", "hash", "time_utc", "transactions", ...GAS_HEAD, "parent"];

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
  if (isChain(segment)) {
    const searched = await searchedEvmChain(segment, position);
    const head = segment === "c" ? C_HEAD : HEAD;
    return answerCsv(`${CHAINS[segment].apiName}-blocks.csv`, head, (pageToken) =>
      searched === undefined
        ? readPage(segment, position, pageToken)
        : readFoundPage(searched, position, pageToken),
    );
  }
  const evm = await toResult(findEvmChain(segment));
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
  const rows = page.blocks.map((block) =>
    chain === "c"
      ? cCells(block, { accepted: block, evm: block.evm })
      : [
          block.blockNumber,
          block.blockHash,
          utc(block.blockTimestamp),
          block.blockType,
          String(block.txCount),
          String(block.blockSizeBytes),
          block.proposerDetails?.proposerNodeId ?? "",
          block.parentHash,
        ],
  );
  return { rows, next: page.nextPageToken };
}

/** Blocks of the C-Chain that a search of its EVM side finds. */
async function readFoundPage(
  evm: EvmChain,
  position: BlockListParams,
  pageToken: string | undefined,
): Promise<CsvPage> {
  const { page } = await readFoundBlocks(evm, position, { pageSize: PAGE_ROWS, pageToken });
  const rows = page.blocks.map((block) => cCells(block, { accepted: block.accepted, evm: block }));
  return { rows, next: page.nextPageToken };
}

/** A C-Chain block, with what is known of its sides. */
function cCells(
  { blockNumber, blockHash, blockTimestamp, parentHash }: PrimaryNetworkBlock | EvmBlock,
  { accepted, evm }: { accepted?: PrimaryNetworkBlock | undefined; evm?: EvmBlock | undefined },
): CsvCell[] {
  return [
    blockNumber,
    blockHash,
    evm === undefined ? utc(blockTimestamp) : new Date(timeOf(evm)).toISOString(),
    accepted?.blockType ?? "",
    String(evm?.txCount ?? ""),
    String(accepted?.txCount ?? ""),
    ...gasCells(evm),
    String(accepted?.blockSizeBytes ?? ""),
    accepted?.proposerDetails?.proposerNodeId ?? "",
    parentHash,
  ];
}

function gasCells(evm: EvmBlock | undefined): CsvCell[] {
  return [evm?.gasUsed ?? "", evm?.gasLimit ?? "", evm?.baseFee ?? "", evm?.feesSpent ?? ""];
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
    ...gasCells(block),
    block.parentHash,
  ]);
  return { rows, next: page.nextPageToken };
}
