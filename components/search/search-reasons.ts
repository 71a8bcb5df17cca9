import type { SearchReading } from "@/lib/contract/firn/search";
import type { Reason, Resolution } from "./reasons";

const VERDICTS = {
  yes: "possible",
  no: "possible",
  "not-indexed": "unchecked",
  impossible: "ruledOut",
} as const satisfies Record<SearchReading["found"], Reason["verdict"]>;

/** A search without a hit: each reading of the text, and why it leads nowhere. */
export function resolveSearch(q: string, readings: readonly SearchReading[]): Resolution {
  const order = Object.keys(VERDICTS);
  const reasons = readings
    .toSorted((a, b) => order.indexOf(a.found) - order.indexOf(b.found))
    .map(({ reading, found, detail }) => ({
      title: `As ${lowerFirst(reading)}`,
      verdict: VERDICTS[found],
      text: asSentence(detail),
    }));
  return {
    title: "Nothing matches this text",
    wanted: q,
    reasons,
    asked: ["Firn’s store, every reading below"],
  };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function asSentence(text: string): string {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return upper.endsWith(".") ? upper : `${upper}.`;
}
