import Link from "next/link";
import { Panel } from "@/components/ui/panel";
import type { SearchReading } from "@/lib/contract/firn/search";
import { ReadingMark, ReadingText } from "./reading";

/** The readings of a text on the search page: what exists leads there, the rest says why not. */
export function ReadingList({ readings }: { readings: readonly SearchReading[] }) {
  return (
    <Panel label="Readings" className="readings">
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
