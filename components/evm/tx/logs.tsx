import type { ReactNode } from "react";
import type { ListProps } from "@/components/list/list-frame";
import { hrefAtPosition } from "@/components/list/position";
import { PANEL_ASIDE } from "@/components/ui/panel";
import type { AbiArgumentShape } from "@/lib/contract/data/evm-abi";
import type { EvmLog, EvmLogPage } from "@/lib/contract/firn/evm-transactions";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type AddressLookup, addressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { ArgumentList, GuessTag } from "./arguments";
import type { ListPart } from "./transfers";

interface LogsProps extends ListPart<EvmLogPage> {
  chain: EvmChain;
  /** Of the transaction’s page. */
  href: string;
}

interface Row {
  /** Counted from 1. */
  number: number;
  log: EvmLog;
  lookUp: AddressLookup;
}

/** Logs of a transaction: events of standards with names and values, others word by word. */
export function logs({ chain, path, page, href }: LogsProps): ListProps<EvmLogPage, Row> {
  return {
    id: "logs",
    path,
    first: page,
    rowsOf,
    idOf: ({ number }) => `log-${number}`,
    caption: "Logs",
    title: (
      <>
        Logs <span className={PANEL_ASIDE}>{groupDigits(page.count)}</span>
      </>
    ),
    nouns: ["log", "logs"],
    item: ({ log, lookUp }) => <LogItem chain={chain} log={log} lookUp={lookUp} />,
    hrefAfter: ({ number }) => hrefAtPosition(href, { list: "logs", from: number + 1 }),
    startHref: page.first === 1 ? undefined : href,
    ending: ", in the order in which they were written",
  };
}

function rowsOf({ first, logs = [], parties }: EvmLogPage): Row[] {
  const lookUp = addressLookup(parties);
  return logs.map((log, at) => ({ number: first + at, log, lookUp }));
}

interface LogItemProps {
  chain: EvmChain;
  log: EvmLog;
  lookUp: AddressLookup;
  /** Where it was written, in a list of several transactions. */
  place?: ReactNode;
}

/** A log: what it says, by name or word by word. */
export function LogItem({ chain, log, lookUp, place }: LogItemProps) {
  const { event } = log;
  const contract = lookUp(log.address);
  return (
    <div className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 px-5 py-3.5 max-m:grid-cols-[24px_minmax(0,1fr)] max-m:px-4">
      <span className="text-ink-3">{groupDigits(log.logIndex)}</span>
      <div>
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <AccountLink chain={chain} account={contract} />
          {event === undefined ? (
            <span className="text-ink-2">unknown event</span>
          ) : (
            <span className="font-strong text-ink">{event.name}</span>
          )}
          <GuessTag entry={event} />
        </div>
        {place !== undefined && (
          <div className="flex min-w-0 flex-wrap items-center gap-2 text-small text-ink-2">{place}</div>
        )}
        <ArgumentList chain={chain} args={event?.args ?? wordsOf(log)} contract={contract} lookUp={lookUp} />
      </div>
    </div>
  );
}

/** Topics and data of an unknown event. */
export function wordsOf({ topics, data }: Pick<EvmLog, "topics" | "data">): AbiArgumentShape[] {
  const named = topics.map((value, at) => ({
    name: `topic ${at}`,
    type: at === 0 ? "signature" : "bytes32",
    value,
  }));
  return data === "0x" ? named : [...named, { name: "data", type: "bytes", value: data }];
}
