import { readHoldings } from "@/app/address/balances";
import { readIdentity } from "@/app/address/identity";
import { refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { type ChainHoldings, sumAvax } from "@/components/address/holdings";
import { CHAINS, isChain } from "@/components/ui/chains";
import type { WatchedBalance } from "@/components/watch/watched-balance";
import { FirnError } from "@/lib/errors";

/** The AVAX of an address on P, X and C in one figure, for lists of addresses. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ address: string }> },
): Promise<Response> {
  const { address } = await params;
  const rows = await toResult(readRows(address));
  if (rows instanceof FirnError) return refusalOf(rows);
  const unknown = rows.flatMap(({ chain, isAvax, missing }) =>
    isAvax && missing !== undefined && typeof chain === "string" && isChain(chain)
      ? [`${CHAINS[chain].name}: ${missing}`]
      : [],
  );
  return Response.json({ wei: String(sumAvax(rows).total), unknown } satisfies WatchedBalance);
}

async function readRows(address: string): Promise<ChainHoldings[]> {
  const { rows, complete } = await readHoldings(await readIdentity(address), {
    at: undefined,
    l1: undefined,
  });
  return (await complete) ?? rows;
}
