import type { FirnAddress } from "@/lib/contract/firn/addresses";
import type { Tab } from "./tabs";

/** The API counts no further than one more. */
const MOST = 100;

/** How long the lists of some tabs are: of P, X and C, or of an L1. Of a chain that does not know the address, 0. */
export function listCounts(
  chains: FirnAddress["chains"],
  l1: string | undefined,
): Partial<Record<Tab, string>> {
  const shown = chains.filter(({ chain }) =>
    l1 === undefined ? ["p", "x", "c"].includes(chain) : chain === l1,
  );
  const sum = (of: keyof FirnAddress["chains"][number]["counts"]) =>
    shown.reduce((total, { counts }) => total + (counts[of] ?? 0), 0);
  const says = (count: number) => (count > MOST ? `${MOST}+` : String(count));
  const isUntraced = shown.some(
    ({ chain, counts }) => isOfEvm(chain) && counts.internalTransactions === undefined,
  );
  return {
    txs: says(sum("transactions")),
    transfers: says(sum("transfers")),
    ...(!isUntraced && { internal: says(sum("internalTransactions")) }),
    deployed: says(sum("createdContracts")),
  };
}

function isOfEvm(chain: string): boolean {
  return chain !== "p" && chain !== "x";
}
