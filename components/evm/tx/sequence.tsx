import Link from "next/link";
import { groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import { timeOf } from "../time";

/** A transaction beside the one of the page, by its sender's count. */
export interface SequenceRow {
  nonce: string;
  href: string;
  sentence: string;
  /** Unix milliseconds. */
  time: number;
}

/** What the sender sent before and after a transaction. */
export function Sequence({ tx, rows }: { tx: NativeTransaction; rows: readonly SequenceRow[] }) {
  if (rows.length === 0) return null;
  const own = { nonce: tx.nonce, href: undefined, sentence: "This transaction", time: timeOf(tx) };
  const all = [...rows, own].toSorted((a, b) => Number(a.nonce) - Number(b.nonce));
  return (
    <Panel title="Sender’s sequence">
      <ol className="seq">
        {all.map(({ nonce, href, sentence, time }) => (
          <li key={nonce} aria-current={href === undefined ? "true" : undefined}>
            <span className={href === undefined ? undefined : "dim"}>{groupDigits(nonce)}</span>
            {href === undefined ? (
              <span>{sentence}</span>
            ) : (
              <Link href={href} prefetch={false}>
                {sentence}
              </Link>
            )}
            <span className="dim">
              <TimeAgo at={time} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
