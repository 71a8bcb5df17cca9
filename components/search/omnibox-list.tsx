import Link from "next/link";
import type { SearchReading } from "@/lib/contract/firn/search";
import { hrefTo } from "@/lib/contract/pages";
import { readAs } from "./read-as";
import { ReadingMark, ReadingText } from "./reading";

interface OmniboxListProps {
  id: string;
  text: string;
  readings: SearchReading[];
  active: SearchReading | undefined;
  /** While true the readings shown are those of the text before. */
  searching: boolean;
  error: Error | null;
  onOpen: () => void;
}

/** The readings of a text: what exists first, then why the others do not. */
export function OmniboxList({ id, text, readings, active, searching, error, onOpen }: OmniboxListProps) {
  const found = readings.filter((reading) => reading.href !== undefined);
  const others = readings.filter((reading) => reading.href === undefined);
  return (
    <div className="omni-list" aria-busy={searching}>
      <div className="grp">
        <span>{readAs(text)}</span>
        <span role="status">{stateText({ found: found.length, searching, error })}</span>
      </div>
      <div id={id} role="listbox" aria-label="Readings">
        {found.map((reading) => (
          <Link
            key={optionId(id, reading)}
            id={optionId(id, reading)}
            className="opt"
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
            className="opt"
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
      <div className="ft hide-m" aria-hidden="true">
        <span>
          <kbd className="k">↑</kbd> <kbd className="k">↓</kbd> choose
        </span>
        <span>
          <kbd className="k">↵</kbd> open
        </span>
        <span>
          <kbd className="k">⇧</kbd> <kbd className="k">↵</kbd> copy link
        </span>
        <span>
          <kbd className="k">esc</kbd> close
        </span>
      </div>
    </div>
  );
}

function stateText(state: { found: number; searching: boolean; error: Error | null }): string {
  if (state.searching) return "searching";
  if (state.error !== null) return `could not ask: ${state.error.message}`;
  return state.found === 0 ? "nothing under this" : `${state.found} found`;
}

/** Id of an option's element; the list and the field must agree on it. */
export function optionId(listId: string, reading: SearchReading): string {
  return `${listId}-${reading.kind}-${reading.href ?? reading.reading}`;
}
