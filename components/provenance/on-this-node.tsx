import { formatClock, formatDate, formatDuration, groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { isAcceptedLive } from "@/lib/avalanche/accepted-live";

/** The three instants of a block's way to this page, unix milliseconds. `stored` is absent where Firn did not note it. */
export interface Arrival {
  blockTime: number;
  accepted: number;
  stored: number | undefined;
}

/** "On this node" of a block page: when the node accepted it, how long after its own time, and when Firn had it. */
export function ArrivalList({
  arrival,
  index,
}: {
  arrival: Arrival;
  index: { stream: string; number: number };
}) {
  const { blockTime, accepted, stored } = arrival;
  return (
    <Panel title="On this node" padded>
      <dl className="mini">
        <dt>Accepted</dt>
        <dd title={formatDate(accepted)}>{formatClock(accepted, true)}</dd>
        <dt>After block time</dt>
        <dd title={isAcceptedLive(accepted - blockTime) ? undefined : NOT_LIVE}>
          {formatDuration(accepted - blockTime)}
          {!isAcceptedLive(accepted - blockTime) && ", not live"}
        </dd>
        {stored !== undefined && (
          <>
            <dt>Stored by Firn</dt>
            <dd>+ {formatDuration(stored - accepted)}</dd>
          </>
        )}
        <dt>{index.stream} index</dt>
        <dd>{groupDigits(index.number)}</dd>
      </dl>
    </Panel>
  );
}

const NOT_LIVE = "The node bootstrapped or replayed this block: the time measures no lag";

/** "On this node" of a transaction page: the same way as one bar, unless its block was not accepted live. */
export function ArrivalBar({ arrival }: { arrival: Arrival }) {
  const { blockTime, accepted } = arrival;
  if (!isAcceptedLive(accepted - blockTime)) return <NotLive arrival={arrival} />;
  const stored = arrival.stored ?? accepted;
  const total = stored - blockTime;
  const share = total <= 0 ? 0 : Math.min(100, Math.max(0, ((accepted - blockTime) / total) * 100));
  return (
    <Panel title="On this node" padded>
      <div className="row between">
        <span className="amt-lg">{formatDuration(total)}</span>
        <span className="dim small">block time to readable here</span>
      </div>
      <div className="bar my-[10px]">
        <i style={{ width: `${share}%` }} />
        <i className="bg-c-fill" style={{ width: `${100 - share}%` }} />
      </div>
      <dl className="mini">
        <dt>
          <i className="bg-ice-fill" />
          Block time to acceptance
        </dt>
        <dd>{formatDuration(accepted - blockTime)}</dd>
        {arrival.stored !== undefined && (
          <>
            <dt>
              <i className="bg-c-fill" />
              Acceptance to stored
            </dt>
            <dd>{formatDuration(stored - accepted)}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

/** No bar: what was bootstrapped or replayed shows how old it was, not how late it came. */
function NotLive({ arrival: { blockTime, accepted, stored } }: { arrival: Arrival }) {
  return (
    <Panel title="On this node" padded>
      <p className="mid">{`Not accepted live: the node bootstrapped or replayed this block ${formatDuration(accepted - blockTime)} after its own time.`}</p>
      {stored !== undefined && (
        <dl className="mini">
          <dt>Acceptance to stored</dt>
          <dd>{formatDuration(stored - accepted)}</dd>
        </dl>
      )}
    </Panel>
  );
}
