import type { FirnAddress } from "@/lib/contract/firn/addresses";
import type { Tab } from "./tabs";

/** The API counts no further than one more. */
const MOST = 100;

/**
 * How long the lists of some tabs are: of P, X and C, or of an L1. Of a chain that does not know the address, 0. The list
 * of transactions is that of all chains, or of an L1.
 */
export function listCounts(
  chains: FirnAddress["chains"],
  l1: string | undefined,
): Partial<Record<Tab, string>> {
  const shown = chains.filter(({ chain }) =>
    l1 === undefined ? ["p", "x", "c"].includes(chain) : chain === l1,
  );
  const sum = (of: keyof FirnAddress["chains"][number]["counts"], among = shown) =>
    among.reduce((total, { counts }) => total + (counts[of] ?? 0), 0);
  const says = (count: number) => (count > MOST ? `${MOST}+` : String(count));
  const isUntraced = shown.some(
    ({ chain, counts }) => isOfEvm(chain) && counts.internalTransactions === undefined,
  );
  const onEvm = shown.filter(({ chain }) => isOfEvm(chain));
  /** A count that may not be known. */
  const known = (of: "tokens" | "nfts") =>
    onEvm.every(({ counts }) => counts[of] !== undefined) && { [of]: says(sum(of)) };
  return {
    txs: says(sum("transactions", l1 === undefined ? chains : shown)),
    transfers: says(sum("transfers")),
    ...(!isUntraced && { internal: says(sum("internalTransactions")) }),
    deployed: says(sum("createdContracts")),
    ...known("tokens"),
    ...known("nfts"),
    // Who has no stakes may still be paid for another's.
    ...(l1 === undefined && sum("stakes") > 0 && { staking: says(sum("stakes")) }),
    // What was approved may have been spent: only nothing is certain.
    ...(approvalsOf(chains, l1) === 0 && { approvals: "0" }),
  };
}

/** What events let others move of an account on the C-Chain or an L1; undefined if that is not known. */
export function approvalsOf(chains: FirnAddress["chains"], l1: string | undefined): number | undefined {
  const shown = chains.find(({ chain }) => chain === (l1 ?? "c"));
  return shown === undefined ? 0 : shown.counts.approvals;
}

function isOfEvm(chain: string): boolean {
  return chain !== "p" && chain !== "x";
}
