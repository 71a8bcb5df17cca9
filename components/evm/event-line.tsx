import type { ReactNode } from "react";
import { HashLink } from "@/components/ui/hash-link";
import { TimeAgo } from "@/components/ui/time-ago";
import { hrefTo } from "@/lib/contract/pages";
import type { EvmChain } from "./chain";

interface EventLineProps {
  chain: Pick<EvmChain, "segment">;
  /** The event's transaction. */
  txHash: string;
  /** Unix seconds. */
  time: number;
  /** What the event says. */
  children: ReactNode;
}

/** An event as a line of a panel's list, with its transaction and its age at the end. */
export function EventLine({ chain, txHash, time, children }: EventLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-line px-5 py-3 not-last:border-b max-m:px-4">
      {children}
      <HashLink
        value={txHash}
        href={hrefTo("tx", { chain: chain.segment, id: txHash })}
        label="transaction"
        copy={false}
      />
      <span className="ml-auto text-ink-3">
        <TimeAgo at={time * 1_000} />
      </span>
    </li>
  );
}
