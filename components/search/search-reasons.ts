import { cleanName } from "@/components/ui/name";
import type { SearchReading } from "@/lib/contract/firn/search";
import { upperFirst } from "@/lib/words/sentence";
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
    .map(({ reading, found, detail, href }) => ({
      title: `As ${lowerFirst(reading)}`,
      verdict: VERDICTS[found],
      text: asSentence(cleanName(detail, 400)),
      ...(href !== undefined && { action: { href, label: "Open it anyway" } }),
    }));
  return {
    title: `No match for “${cleanName(q, 200)}”`,
    field: q,
    reasons,
    asked: ["Firn’s store, for every way to read the text"],
  };
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function asSentence(text: string): string {
  const upper = upperFirst(text);
  return upper.endsWith(".") ? upper : `${upper}.`;
}
