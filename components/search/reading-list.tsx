import Link from "next/link";
import { Panel } from "@/components/ui/panel";
import type { SearchReading } from "@/lib/contract/firn/search";
import { readAs } from "./read-as";
import { ReadingMark, ReadingText } from "./reading";

/** The readings of a text on the search page: what exists leads there, the rest says why not. */
export function ReadingList({ text, readings }: { text: string; readings: readonly SearchReading[] }) {
  return (
    <Panel label="Readings" className="readings">
      <div className="grp">
        <span>{readAs(text)}</span>
        <span>{`${readings.filter(({ found }) => found === "yes").length} found`}</span>
      </div>
      <ul>
        {readings.map((reading) => (
          <li key={`${reading.kind} ${reading.href ?? reading.detail}`}>
            {reading.href === undefined ? (
              <span className="opt">
                <ReadingMark reading={reading} />
                <ReadingText reading={reading} />
              </span>
            ) : (
              <Link className="opt" href={reading.href} prefetch={false}>
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
