import { answerCsv, noSuchList, utc } from "@/app/[chain]/csv";
import { api, servedNetwork } from "@/app/server";
import { CHAINS, isChain } from "@/components/ui/chains";
import { listPrimaryNetworkBlocksByNodeId } from "@/lib/contract/data/primary-network-blocks";

const HEAD = ["height", "id", "time_utc", "transactions", "bytes"];

/** Blocks of a chain, `?chain=`, that the node signed, as CSV, newest first. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string }> },
): Promise<Response> {
  const { id: nodeId } = await params;
  const chain = new URL(request.url).searchParams.get("chain") ?? "p";
  if (!isChain(chain)) return noSuchList();
  return answerCsv(`${nodeId}-${CHAINS[chain].apiName}-blocks.csv`, HEAD, async (pageToken) => {
    const page = await api().get(listPrimaryNetworkBlocksByNodeId, {
      params: { network: await servedNetwork(), blockchainId: CHAINS[chain].apiName, nodeId },
      query: { pageToken, pageSize: 100 },
    });
    const rows = page.blocks.map((block) => [
      { figure: block.blockNumber },
      block.blockHash,
      utc(block.blockTimestamp),
      block.txCount,
      block.blockSizeBytes,
    ]);
    return { rows, next: page.nextPageToken };
  });
}
