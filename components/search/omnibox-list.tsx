import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { Key } from "@/components/ui/key";
import type { SearchReading } from "@/lib/contract/firn/search";
import { hrefTo } from "@/lib/contract/pages";
import { optionId } from "./option-id";
import { readAs } from "./read-as";
import { READING, READING_HEAD, ReadingMark, ReadingText } from "./reading";

interface OmniboxListProps {
  id: string;
  text: string;
  /** Below the large box. */
  large: boolean;
  readings: SearchReading[];
  active: SearchReading | undefined;
  /** While true, the readings are those of the previous text. */
  searching: boolean;
  error: Error | null;
  onOpen: () => void;
}

const LIST =
  "absolute top-[calc(100%+8px)] z-30 overflow-hidden rounded-3 border border-line-2 bg-raised shadow-2";

const CHOSEN =
  "chosen:bg-ice-tint not-chosen:hover:bg-hover forced-colors:chosen:bg-[Highlight] forced-colors:chosen:text-[HighlightText] forced-colors:chosen:forced-color-adjust-none forced-colors:chosen:[&_span]:text-[HighlightText]";

/** The readings of a text: found ones first, then why the others failed. */
export function OmniboxList({
  id,
  text,
  large,
  readings,
  active,
  searching,
  error,
  onOpen,
}: OmniboxListProps) {
  const found = readings.filter((reading) => reading.href !== undefined);
  const others = readings.filter((reading) => reading.href === undefined);
  return (
    <div
      className={classes(
        LIST,
        large ? "right-0 left-0" : "right-0 w-max max-w-[min(720px,100vw-2*var(--gutter))] min-w-full",
      )}
      aria-busy={searching}
    >
      <div className={READING_HEAD}>
        <span>{readAs(text)}</span>
        <span role="status">{stateText({ found: found.length, searching, error })}</span>
      </div>
      <div id={id} role="listbox" aria-label="Readings">
        {found.map((reading) => (
          <Link
            key={optionId(id, reading)}
            id={optionId(id, reading)}
            className={classes(READING, CHOSEN)}
            role="option"
            aria-selected={reading === active}
            href={reading.href ?? hrefTo("search")}
            prefetch={false}
            tabIndex={-1}
            onClick={onOpen}
          >
            <ReadingMark reading={reading} />
            <ReadingText reading={reading} />
            {reading === active && <span aria-hidden="true">↵</span>}
          </Link>
        ))}
        {others.map((reading) => (
          <div
            key={optionId(id, reading)}
            className={classes(READING, "hover:bg-hover")}
            role="option"
            aria-selected="false"
            aria-disabled="true"
            tabIndex={-1}
          >
            <ReadingMark reading={reading} />
            <ReadingText reading={reading} />
          </div>
        ))}
      </div>
      <div
        className="flex gap-4 border-t border-line px-4 py-2.5 text-fine text-ink-3 max-m:hidden *:inline-flex *:items-center *:gap-1.5 *:last:ml-auto"
        aria-hidden="true"
      >
        <span>
          <Key>↑</Key> <Key>↓</Key> choose
        </span>
        <span>
          <Key>↵</Key> open
        </span>
        <span>
          <Key>⇧</Key> <Key>↵</Key> copy link
        </span>
        <span>
          <Key>esc</Key> close
        </span>
      </div>
    </div>
  );
}

function stateText(state: { found: number; searching: boolean; error: Error | null }): string {
  if (state.searching) return "searching";
  if (state.error !== null) return `search failed: ${state.error.message}`;
  return state.found === 0 ? "no match" : `${state.found} found`;
}
