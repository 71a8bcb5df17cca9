import Link from "next/link";
import { AddFilter } from "@/components/list/add-filter";
import { Chip } from "@/components/list/chip";
import { field } from "@/components/ui/field";
import { Seg } from "@/components/ui/seg";
import { withQuery } from "@/lib/contract/pages";
import { groupDigits, headTail } from "@/lib/words/format";
import { shortAccount } from "../short-account";
import { type EventFilter, TOPICS } from "./event-query";

interface EventFiltersProps {
  /** Address of the list with its filter, without its position. */
  href: string;
  filter: EventFilter;
  /** Whether the contract can be chosen. */
  hasContract: boolean;
}

/** Filters of events: contract, topics and blocks, each a query parameter. */
export function EventFilters({ href, filter, hasContract }: EventFiltersProps) {
  const [path = "", query] = href.split("?");
  const kept = [...new URLSearchParams(query)];
  const { address, fromBlock, toBlock, order } = filter;
  const without = (name: keyof EventFilter) => withQuery<"events">(href, { [name]: undefined });
  const add = (label: string, names: readonly Field[]) => (
    <AddFilter label={label} action={path} kept={kept}>
      {names.map((name) => (
        <label key={name} className={field()}>
          {names.length > 1 && <span className="text-ink-2">{WORDS[name]}</span>}
          <input
            name={name}
            aria-label={WORDS[name]}
            placeholder={HINTS[name]}
            required={names.length === 1}
          />
        </label>
      ))}
    </AddFilter>
  );
  return (
    <>
      <Seg label="Order">
        {(["desc", "asc"] as const).map((each) => (
          <Link
            key={each}
            href={withQuery<"events">(href, { order: each === "asc" ? each : undefined })}
            prefetch={false}
            aria-current={each === order ? "true" : undefined}
          >
            {each === "desc" ? "Newest" : "Oldest"}
          </Link>
        ))}
      </Seg>
      {hasContract &&
        (address === undefined ? (
          add("Contract", ["address"])
        ) : (
          <Chip name="contract" value={shortAccount(address)} withoutHref={without("address")} />
        ))}
      {TOPICS.map((name) => {
        const topic = filter[name];
        if (topic === undefined) return <span key={name}>{add(LABELS[name], [name])}</span>;
        return <Chip key={name} name={WORDS[name]} value={shortTopic(topic)} withoutHref={without(name)} />;
      })}
      {fromBlock !== undefined && (
        <Chip name="from block" value={groupDigits(fromBlock)} withoutHref={without("fromBlock")} />
      )}
      {toBlock !== undefined && (
        <Chip name="to block" value={groupDigits(toBlock)} withoutHref={without("toBlock")} />
      )}
      {fromBlock === undefined && toBlock === undefined && add("Blocks", ["fromBlock", "toBlock"])}
    </>
  );
}

type Field = Exclude<keyof EventFilter, "order">;

const LABELS = { topic0: "Event", topic1: "Topic 1", topic2: "Topic 2", topic3: "Topic 3" } as const;

const WORDS: Record<Field, string> = {
  address: "contract",
  topic0: "event",
  topic1: "topic 1",
  topic2: "topic 2",
  topic3: "topic 3",
  fromBlock: "from block",
  toBlock: "to block",
};

const HINTS: Record<Field, string> = {
  address: "0x…",
  topic0: "Transfer(address,address,uint256) or 0x…",
  topic1: "address or 32 bytes",
  topic2: "address or 32 bytes",
  topic3: "address or 32 bytes",
  fromBlock: "0",
  toBlock: "newest",
};

/** An address that fills a topic with zeros before it is shown as one. */
function shortTopic(topic: string): string {
  const address = /^0x0{24}([1-9a-f][0-9a-f]{39})$/.exec(topic)?.[1];
  return address === undefined ? headTail(topic) : shortAccount(`0x${address}`);
}
