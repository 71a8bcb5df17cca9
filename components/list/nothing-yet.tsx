import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { groupDigits } from "@/lib/words/format";

interface NothingYetProps {
  /** What is listed. */
  label: string;
  /** Which blocks were searched: down to this one, or up to it. */
  searched: { to: string; isDown: boolean };
  /** Address of the list where the search goes on. */
  href: string;
}

/** A search that ended before it found anything, and can go on. */
export function NothingYet({ label, searched, href }: NothingYetProps) {
  return (
    <Panel label={label}>
      <EmptyState
        title="Nothing found yet"
        action={
          <a className={button()} href={href}>
            Search on
          </a>
        }
      >
        Firn has searched {searched.isDown ? "down" : "up"} to block {groupDigits(searched.to)}.
      </EmptyState>
    </Panel>
  );
}
