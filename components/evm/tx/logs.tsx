import { PartNav } from "@/components/list/part-nav";
import { type Place, partAt } from "@/components/list/place";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { type DecodedEvent, decodeEvent } from "@/lib/avalanche/evm/events";
import type { RichAddress } from "@/lib/contract/data/evm";
import type { EvmExecution, EvmExecutionLog } from "@/lib/contract/firn/evm";
import { isEvmAddress } from "../chain";
import type { NameParty } from "../name-party";
import { Party } from "../party";

interface LogsProps {
  /** Absent when it could not be asked for. */
  execution: EvmExecution | undefined;
  nameParty: NameParty;
  place: Place;
  /** Of the page. */
  path: string;
  /** Whether the transaction runs any, which alone writes logs. */
  code: boolean;
}

/** What contracts wrote down: events of standards with names and values, others word by word; or why that is not known. */
export function LogsPanel({ execution, nameParty, place, path, code }: LogsProps) {
  const { logs = [], withoutLogs } = execution ?? {};
  if (withoutLogs !== undefined && code)
    return <Panel id="logs" title="Logs" aside="not known" note={withoutLogs} />;
  if (logs.length === 0) return null;
  const part = partAt(logs, "logs", place);
  return (
    <Panel id="logs" title="Logs" aside={groupDigits(logs.length)}>
      <ol className="logs">
        {part.rows.map((log) => (
          <LogItem key={log.logIndex} log={log} nameParty={nameParty} />
        ))}
      </ol>
      <PartNav part={part} path={path} />
    </Panel>
  );
}

function LogItem({ log, nameParty }: { log: EvmExecutionLog; nameParty: NameParty }) {
  const event = decodeEvent(log.topics, log.data);
  const contract = nameParty(log.address);
  return (
    <li className="log">
      <span className="ix">{groupDigits(log.logIndex)}</span>
      <div>
        <div className="row wrap">
          <Party party={contract} />
          {event === undefined ? (
            <span className="mid">event of no known standard</span>
          ) : (
            <span className="strong">{event.name}</span>
          )}
        </div>
        <dl className="args">
          {(event?.args ?? wordsOf(log)).map((arg) => (
            <Argument key={arg.name} arg={arg} contract={contract} nameParty={nameParty} />
          ))}
        </dl>
      </div>
    </li>
  );
}

interface ArgumentProps {
  arg: DecodedEvent["args"][number];
  contract: RichAddress;
  nameParty: NameParty;
}

function Argument({ arg: { name, type, value }, contract, nameParty }: ArgumentProps) {
  const { decimals, symbol = "" } = contract;
  const isAmount = decimals !== undefined && AMOUNTS.includes(name) && type === "uint256";
  return (
    <div>
      <dt>{name}</dt>
      <dd className="ty">{type}</dd>
      <dd>
        {type === "address" && isEvmAddress(value) ? (
          <Party party={nameParty(value)} />
        ) : isAmount ? (
          <>
            <Amount value={value} decimals={decimals} unit={symbol} />
            {decimals > 0 && <span className="dim small ml-2">{value}</span>}
          </>
        ) : (
          <span className={type.startsWith("bytes") ? "mono wordy" : "wordy"}>{value}</span>
        )}
      </dd>
    </div>
  );
}

/** How standards call what is counted in a token's units. */
const AMOUNTS = ["value", "wad", "assets", "shares"];

/** Topics and data of an event nobody named. */
function wordsOf({ topics, data }: EvmExecutionLog): DecodedEvent["args"] {
  const named = topics.map((value, at) => ({
    name: `topic ${at}`,
    type: at === 0 ? "signature" : "bytes32",
    value,
  }));
  return data === "0x" ? named : [...named, { name: "data", type: "bytes", value: data }];
}
