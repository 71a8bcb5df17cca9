import { type ListPosition, sliceAt } from "@/components/list/position";
import { SliceNav } from "@/components/list/slice-nav";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { LIST_ROWS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { type DecodedEvent, decodeEvent } from "@/lib/avalanche/evm/events";
import type { RichAddress } from "@/lib/contract/data/evm";
import type { EvmExecution, EvmExecutionLog } from "@/lib/contract/firn/evm";
import { AccountLink } from "../account-link";
import type { AddressLookup } from "../address-lookup";
import { type EvmChain, isEvmAddress } from "../chain";

interface LogsProps {
  chain: EvmChain;
  /** Undefined when it could not be read. */
  execution: EvmExecution | undefined;
  /** Why they are not known: a sentence. */
  missing: string | undefined;
  lookUp: AddressLookup;
  position: ListPosition;
  /** Path of the page. */
  path: string;
  /** Whether the transaction runs code. Only code writes logs. */
  runsCode: boolean;
}

/**
 * Logs of a transaction: events of standards with names and values, others word by word, or why the logs are not known.
 */
export function LogsPanel(props: LogsProps) {
  const { chain, execution, missing, lookUp, position, path, runsCode } = props;
  const { logs = [], withoutLogs } = execution ?? {};
  const unknown = withoutLogs ?? missing;
  if (unknown !== undefined && runsCode)
    return <Panel id="logs" title="Logs" aside="not known" note={unknown} />;
  if (logs.length === 0) return null;
  const slice = sliceAt(logs, "logs", position);
  return (
    <Panel id="logs" title="Logs" aside={groupDigits(logs.length)}>
      <ol className={LIST_ROWS}>
        {slice.rows.map((log) => (
          <LogItem key={log.logIndex} chain={chain} log={log} lookUp={lookUp} />
        ))}
      </ol>
      <SliceNav slice={slice} href={path} />
    </Panel>
  );
}

interface LogItemProps {
  chain: EvmChain;
  log: EvmExecutionLog;
  lookUp: AddressLookup;
}

function LogItem({ chain, log, lookUp }: LogItemProps) {
  const event = decodeEvent(log.topics, log.data);
  const contract = lookUp(log.address);
  return (
    <li className="grid grid-cols-[40px_minmax(0,1fr)] gap-x-3 px-5 py-3.5 max-m:grid-cols-[24px_minmax(0,1fr)] max-m:px-4">
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
            <Argument key={arg.name} chain={chain} arg={arg} contract={contract} lookUp={lookUp} />
          ))}
        </dl>
      </div>
    </li>
  );
}

interface ArgumentProps {
  chain: EvmChain;
  arg: DecodedEvent["args"][number];
  contract: RichAddress;
  lookUp: AddressLookup;
}

function Argument({ chain, arg: { name, type, value }, contract, lookUp }: ArgumentProps) {
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
function wordsOf({ topics, data }: EvmExecutionLog): DecodedEvent["args"] {
  const named = topics.map((value, at) => ({
    name: `topic ${at}`,
    type: at === 0 ? "signature" : "bytes32",
    value,
  }));
  return data === "0x" ? named : [...named, { name: "data", type: "bytes", value: data }];
}
