import type { SearchReading } from "@/lib/contract/firn/search";

/** What the X-Chain or the C-Chain holds has no page yet: it is said, not led to. */
export function withPageOnly(reading: SearchReading): SearchReading {
  if (reading.found !== "yes" || reading.chain === undefined || reading.chain === "p") return reading;
  const { kind, chain, detail } = reading;
  return {
    reading: reading.reading,
    kind,
    chain,
    found: "not-indexed",
    detail: `${detail}. The API answers it; it has no page yet`,
  };
}
