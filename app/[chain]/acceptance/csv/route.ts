import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { api } from "@/app/server";
import { CHAINS, isChain } from "@/components/ui/chains";
import { getAcceptance } from "@/lib/contract/firn/acceptance";

const HEAD = ["height", "block_time_utc", "accepted_at_ns", "lag_ms"];

/** Acceptance of the newest 1,000 blocks as CSV, oldest first. */
export async function GET(_: Request, { params }: { params: Promise<{ chain: string }> }): Promise<Response> {
  const { chain } = await params;
  if (!isChain(chain)) return noSuchList();
  return answerCsv(`${CHAINS[chain].apiName}-acceptance.csv`, HEAD, async () => {
    const { points } = await api().get(getAcceptance, { params: {}, query: { chain, limit: 1000 } });
    const rows = points.map(({ height, time, acceptedAtNs, lagMs }) => [
      String(height),
      new Date(time * 1000).toISOString(),
      acceptedAtNs,
      lagMs,
    ]);
    return { rows };
  });
}
