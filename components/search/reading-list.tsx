import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import type { SearchReading } from "@/lib/contract/firn/search";
import { readAs } from "./read-as";
import { READING, READING_HEAD, ReadingMark, ReadingText } from "./reading";

/** The readings of a text on the search page: links to what exists, and why the others failed. */
export function ReadingList({ text, readings }: { text: string; readings: readonly SearchReading[] }) {
  return (
    <Panel label="Readings" id="readings">
      <div className={READING_HEAD}>
        <span>{readAs(text)}</span>
        <span>{`${readings.filter(({ found }) => found === "yes").length} found`}</span>
      </div>
      <ul className={LIST_ROWS}>
        {readings.map((reading) => (
          <li key={`${reading.kind} ${reading.href ?? reading.detail}`}>
            {reading.href === undefined ? (
              <span className={READING}>
                <ReadingMark reading={reading} />
                <ReadingText reading={reading} />
              </span>
            ) : (
              <Link className={classes(READING, "hover:bg-hover")} href={reading.href} prefetch={false}>
                <ReadingMark reading={reading} />
                <ReadingText reading={reading} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
