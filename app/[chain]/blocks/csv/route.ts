import { readListedBlocks } from "@/app/[chain]/blocks/blocks";
import { answerCsv } from "@/app/[chain]/csv";
import { readBlockListParams } from "@/components/list/list-params";
import { CHAINS, isChain } from "@/components/ui/chains";

const HEAD = ["height", "id", "time_utc", "type", "transactions", "bytes", "proposer", "parent"];
/** Of the C-Chain also those that move assets between chains; of its others none is written while they are not read. */
const C_HEAD = HEAD.toSpliced(5, 0, "atomic_transactions");

/** The list from its position on as CSV, newest first; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const position = readBlockListParams(Object.fromEntries(new URL(request.url).searchParams));
  const { chain } = await params;
  if (!isChain(chain) || position === undefined) return new Response("no such list\n", { status: 404 });
  return answerCsv(
    `${CHAINS[chain].apiName}-blocks.csv`,
    chain === "c" ? C_HEAD : HEAD,
    async (pageToken) => {
      const { page } = await readListedBlocks(chain, position, { pageSize: 100, pageToken });
      const rows = page.blocks.map((block) => [
        block.blockNumber,
        block.blockHash,
        new Date(block.blockTimestamp * 1000).toISOString(),
        block.blockType,
        ...(chain === "c" ? [String(block.evm?.txCount ?? "")] : []),
        String(block.txCount),
        String(block.blockSizeBytes),
        block.proposerDetails?.proposerNodeId ?? "",
        block.parentHash,
      ]);
      return { rows, next: page.nextPageToken };
    },
  );
}
