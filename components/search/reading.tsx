import { ChainTag } from "@/components/ui/chain-tag";
import { Icon } from "@/components/ui/icon";
import { Name } from "@/components/ui/name";
import type { SearchReading } from "@/lib/contract/firn/search";

/** Look of the line above readings. */
export const READING_HEAD = "flex justify-between px-4 pt-3 pb-1 text-fine text-ink-3";

/** Look of a reading: a mark, its text and its label. */
export const READING =
  "grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-3 px-4 py-2.5 text-ink hover:no-underline [&>svg]:justify-self-center";

/** Characters of a line. Names in it may be anybody's. */
const MOST = 400;

const LETTERS = { p: "P", x: "X", c: "C" } as const;

/** Icon of a reading, or its chain's letter. */
export function ReadingMark({ reading }: { reading: SearchReading }) {
  if (reading.evmChainId !== undefined) return <ChainTag chain="L1" large />;
  if (reading.kind === "evm") return <ChainTag chain="C" large />;
  if (reading.kind === "none") return <Icon name="alert" />;
  return <ChainTag chain={LETTERS[reading.chain ?? "p"]} large />;
}

/** How the text was read, and the result in one line. */
export function ReadingText({ reading }: { reading: SearchReading }) {
  return (
    <span className="min-w-0">
      <span className={reading.found === "yes" ? undefined : "text-ink-2"}>
        <Name most={MOST}>{reading.reading}</Name>
      </span>
      <span className="block truncate text-meta text-ink-2">
        <Name most={MOST}>{reading.detail}</Name>
      </span>
    </span>
  );
}
