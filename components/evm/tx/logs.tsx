"use client";

import { InfiniteList } from "@/components/list/infinite-list";
import { hrefAtPosition } from "@/components/list/position";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { PANEL_ASIDE } from "@/components/ui/panel";
import type { RichAddress } from "@/lib/contract/data/evm";
import type { EvmLog, EvmLogPage } from "@/lib/contract/firn/evm-transactions";
import { AccountLink } from "../account-link";
import { type AddressLookup, addressLookup } from "../address-lookup";
import { type EvmChain, isEvmAddress } from "../chain";
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
export function Logs({ chain, path, page, href }: LogsProps) {
  return (
    <div id="logs">
      <InfiniteList<EvmLogPage, Row>
        path={path}
        first={page}
        rowsOf={rowsOf}
        idOf={({ number }) => `log-${number}`}
        caption="Logs"
        title={
          <>
            Logs <span className={PANEL_ASIDE}>{groupDigits(page.count)}</span>
          </>
        }
        nouns={["log", "logs"]}
        item={({ log, lookUp }) => <LogItem chain={chain} log={log} lookUp={lookUp} />}
        hrefAfter={({ number }) => hrefAtPosition(href, { list: "logs", from: number + 1 })}
        startHref={page.first === 1 ? undefined : href}
        ending=", in the order in which they were written"
      />
    </div>
  );
}

function rowsOf({ first, logs = [], parties }: EvmLogPage): Row[] {
  const lookUp = addressLookup(parties);
  return logs.map((log, at) => ({ number: first + at, log, lookUp }));
}

interface LogItemProps {
  chain: EvmChain;
  log: EvmLog;
  lookUp: AddressLookup;
}

function LogItem({ chain, log, lookUp }: LogItemProps) {
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
        </div>
        <dl className="mt-2 grid grid-cols-[auto_auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-id max-m:grid-cols-[auto_minmax(0,1fr)]">
          {(event?.args ?? wordsOf(log)).map((arg) => (
            <ArgumentLine key={arg.name} chain={chain} arg={arg} contract={contract} lookUp={lookUp} />
          ))}
        </dl>
      </div>
    </div>
  );
}

type Argument = NonNullable<EvmLog["event"]>["args"][number];

interface ArgumentProps {
  chain: EvmChain;
  arg: Argument;
  contract: RichAddress;
  lookUp: AddressLookup;
}

function ArgumentLine({ chain, arg: { name, type, value }, contract, lookUp }: ArgumentProps) {
  const { decimals, symbol = "" } = contract;
  const isAmount = decimals !== undefined && AMOUNTS.includes(name) && type === "uint256";
  return (
    <div className="col-span-full grid grid-cols-subgrid items-baseline">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 font-mono text-fine text-ink-3 max-m:hidden">{type}</dd>
      <dd className="min-w-0 max-m:[&>span]:whitespace-normal max-m:[&>span]:wrap-anywhere">
        {type === "address" && isEvmAddress(value) ? (
          <AccountLink chain={chain} account={lookUp(value)} />
        ) : isAmount ? (
          <>
            <Amount value={value} decimals={decimals} unit={symbol} />
            {decimals > 0 && <span className="ml-2 text-small text-ink-3">{value}</span>}
          </>
        ) : (
          <span className={type.startsWith("bytes") ? "font-mono text-mono wrap-anywhere" : "wrap-anywhere"}>
            {value}
          </span>
        )}
      </dd>
    </div>
  );
}

/** Names that standards give to amounts in a token's units. */
const AMOUNTS = ["value", "wad", "assets", "shares"];

/** Topics and data of an unknown event. */
function wordsOf({ topics, data }: EvmLog): Argument[] {
  const named = topics.map((value, at) => ({
    name: `topic ${at}`,
    type: at === 0 ? "signature" : "bytes32",
    value,
  }));
  return data === "0x" ? named : [...named, { name: "data", type: "bytes", value: data }];
}
