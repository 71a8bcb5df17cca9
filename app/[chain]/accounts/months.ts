import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { type Month, monthsOf } from "@/components/evm/lists/months";
import { getEvmChainMetrics } from "@/lib/contract/metrics/chain-metrics";

const MONTHS = 24;
/** More days than there are in so many months. */
const DAYS = MONTHS * 31;

/** What accounts and contracts of a chain did in each of its last months, newest first. @throws FirnError */
export async function readMonths({ evmChainId: chainId }: Pick<EvmChain, "evmChainId">): Promise<Month[]> {
  const read = async (
    metric: "activeAddresses" | "activeSenders" | "txCount" | "contracts",
    query: { timeInterval: "month" | "day"; pageSize: number },
  ) => {
    const { results } = await api().get(getEvmChainMetrics, { params: { chainId, metric }, query });
    return results.map(({ timestamp, value }) => ({ timestamp, value: Number(value) }));
  };
  const byMonth = { timeInterval: "month", pageSize: MONTHS } as const;
  const [addresses, senders, transactions, contracts] = await Promise.all([
    read("activeAddresses", byMonth),
    read("activeSenders", byMonth),
    read("txCount", byMonth),
    // Contracts are counted by day.
    read("contracts", { timeInterval: "day", pageSize: DAYS }),
  ]);
  return monthsOf({ addresses, senders, transactions, contracts });
}
