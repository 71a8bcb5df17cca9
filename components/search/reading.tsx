import { ChainTag } from "@/components/ui/chain-tag";
import { Icon } from "@/components/ui/icon";
import type { SearchReading } from "@/lib/contract/firn/search";

const LETTERS = { p: "P", x: "X", c: "C" } as const;

/** Picture of a reading: the chain's letter where it belongs to one. */
export function ReadingMark({ reading }: { reading: SearchReading }) {
  if (reading.kind === "evm") return <ChainTag chain="C" large />;
  if (reading.kind === "none") return <Icon name="alert" />;
  return <ChainTag chain={LETTERS[reading.chain ?? "p"]} large />;
}

/** What the text was read as, and one line of what came of it. */
export function ReadingText({ reading }: { reading: SearchReading }) {
  return (
    <span>
      <span className={reading.found === "yes" ? undefined : "mid"}>{reading.reading}</span>
      <span className="d">{reading.detail}</span>
    </span>
  );
}
