import { Tag } from "@/components/ui/tag";
import type { EvmTreeEvent } from "@/lib/contract/firn/evm-transactions";
import { AccountLink } from "../account-link";
import type { AddressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { GuessTag } from "./arguments";
import { sayEntry } from "./failure-words";

interface TreeEventsProps {
  chain: EvmChain;
  events: readonly EvmTreeEvent[];
  lookUp: AddressLookup;
}

/** Deeper events are no longer moved to the right. */
const MOST_STEPS = 6;
const STEP_PX = 16;

/** Events at their place among the calls, a line each. */
export function TreeEvents({ chain, events, lookUp }: TreeEventsProps) {
  return events.map(({ depth, address, event, by }, at) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: an event is a place among the calls
      key={at}
      className="flex min-h-9 flex-wrap items-center gap-2 px-5 text-small text-ink-2 max-m:px-4"
    >
      <span style={{ width: STEP_PX * Math.min(depth, MOST_STEPS) }} />
      <span className="sr-only">{`Event of call ${by}: `}</span>
      <Tag>Event</Tag>
      <span className="font-mono text-id wrap-anywhere">
        {event === undefined ? "unknown event" : sayEntry(event)}
      </span>
      <GuessTag entry={event} />
      <AccountLink chain={chain} account={lookUp(address)} copy={false} />
    </div>
  ));
}
