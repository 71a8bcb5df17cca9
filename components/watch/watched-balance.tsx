"use client";

import { useQuery } from "@tanstack/react-query";
import { askJson } from "@/components/state/ask";
import { Amount } from "@/components/ui/amount";
import { hrefTo } from "@/lib/contract/pages";

/** AVAX of an address. */
export interface WatchedBalance {
  /** On P, X and C together, as far as it is known. */
  wei: string;
  /** What is not known, and why: a clause for each chain. */
  unknown: readonly string[];
}

const WEI_DECIMALS = 18;
/** Decimals shown of a balance. */
const MOST = 4;
const KEEP_MS = 60_000;

/** The AVAX of an address, which Firn is asked for when the row is seen. */
export function Balance({ address }: { address: string }) {
  const { data, error } = useQuery({
    queryKey: ["watched balance", address],
    queryFn: ({ signal }) => askJson<WatchedBalance>(hrefTo("addressBalance", { address }), signal),
    staleTime: KEEP_MS,
  });
  if (error !== null)
    return (
      <span className="text-ink-3" title={error.message}>
        not known
      </span>
    );
  if (data === undefined) return <span className="text-ink-3">…</span>;
  const isPartial = data.unknown.length > 0;
  return (
    <span title={isPartial ? data.unknown.join(". ") : undefined}>
      {isPartial && <span className="text-ink-3">at least </span>}
      <Amount value={data.wei} decimals={WEI_DECIMALS} unit="AVAX" most={MOST} />
    </span>
  );
}
