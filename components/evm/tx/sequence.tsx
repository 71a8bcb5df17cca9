import Link from "next/link";
import { LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import type { NativeTransaction } from "@/lib/contract/data/evm";
import { groupDigits } from "@/lib/words/format";
import { timeOf } from "../time";

/** A transaction of the same sender with a nonce near that of the page. */
export interface SequenceRow {
  nonce: string;
  href: string;
  sentence: string;
  /** Unix milliseconds. */
  time: number;
}

/** The sender's transactions before and after this one. */
export function Sequence({ tx, rows }: { tx: NativeTransaction; rows: readonly SequenceRow[] }) {
  if (rows.length === 0) return null;
  const own = { nonce: tx.nonce, href: undefined, sentence: "This transaction", time: timeOf(tx) };
  const all = [...rows, own].toSorted((a, b) => Number(a.nonce) - Number(b.nonce));
  return (
    <Panel title="Sender’s sequence">
      <ol className={LIST_ROWS}>
        {all.map(({ nonce, href, sentence, time }) => (
          <li
            key={nonce}
            className="grid grid-cols-[40px_1fr_auto] items-center px-5 py-2 text-cell chosen:bg-ice-tint chosen:font-strong"
            aria-current={href === undefined ? "true" : undefined}
          >
            <span className={href === undefined ? undefined : "text-ink-3"}>{groupDigits(nonce)}</span>
            {href === undefined ? (
              <span>{sentence}</span>
            ) : (
              <Link href={href} prefetch={false}>
                {sentence}
              </Link>
            )}
            <span className="text-ink-3">
              <TimeAgo at={time} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
