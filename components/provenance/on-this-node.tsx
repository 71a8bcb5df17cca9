import { LARGE } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { FIGURE_LIST } from "@/components/ui/figure-list";
import { formatClock, formatDate, formatDuration, formatTime, groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import { isAcceptedLive } from "@/lib/avalanche/accepted-live";

/** A block's three instants, unix milliseconds. `stored` is absent if Firn did not record it. */
export interface Arrival {
  /** Absent for vertices and their transactions: their bytes hold no time. */
  blockTime: number | undefined;
  /** Absent of blocks that were read by height: only the node's index says it. */
  accepted: number | undefined;
  stored: number | undefined;
}

/** "On this node" of a block page: when the node accepted it, how long after its timestamp, and when Firn stored it. */
export function ArrivalList({
  arrival,
  index,
}: {
  arrival: Arrival;
  index: { stream: string; number: number };
}) {
  const { blockTime, accepted, stored } = arrival;
  if (accepted === undefined) return <AcceptanceUnknown stored={stored} />;
  return (
    <Panel title="On this node" padded>
      <dl className={FIGURE_LIST}>
        <dt>Accepted</dt>
        <dd title={formatDate(accepted)}>{formatClock(accepted, true)}</dd>
        {blockTime === undefined ? (
          <>
            <dt>Its own time</dt>
            <dd title={TIMELESS}>not in its bytes</dd>
          </>
        ) : (
          <>
            <dt>After block time</dt>
            <dd title={isAcceptedLive(accepted - blockTime) ? undefined : NOT_LIVE}>
              {formatDuration(accepted - blockTime)}
              {!isAcceptedLive(accepted - blockTime) && ", not live"}
            </dd>
          </>
        )}
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

/** Of a block that was read by height. */
function AcceptanceUnknown({ stored }: Pick<Arrival, "stored">) {
  return (
    <Panel title="On this node" padded>
      <dl className={FIGURE_LIST}>
        <dt>Accepted</dt>
        <dd title={NOT_INDEXED}>not known</dd>
        {stored !== undefined && (
          <>
            <dt>Stored by Firn</dt>
            <dd title={formatDate(stored)}>{formatClock(stored, true)}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

const NOT_INDEXED =
  "The node's index lacked this block, so it was read by height: who proposed it and when the node accepted it is not known.";

const NOT_LIVE = "The node bootstrapped or replayed this block: the time measures no lag";

const TIMELESS =
  "Before Cortina the X-Chain had no blocks, and vertices and their transactions hold no time. This is when the node accepted them, possibly while bootstrapping.";

/** A block's or transaction's own time. Without one it is the node's, and labelled so. */
export function ArrivalTime({ arrival: { blockTime, accepted } }: { arrival: Arrival }) {
  const at = blockTime ?? accepted;
  if (at === undefined) return <span>not known</span>;
  return (
    <span title={blockTime === undefined ? TIMELESS : undefined}>
      {blockTime === undefined && "by this node "}
      <TimeAgo at={at} ago focusable />, {formatTime(at)}
    </span>
  );
}

/** "On this node" of a transaction page: the same instants as one bar, unless its block was not accepted live. */
export function ArrivalBar({ arrival }: { arrival: Arrival }) {
  const { blockTime, accepted } = arrival;
  if (accepted === undefined) return <AcceptanceUnknown stored={arrival.stored} />;
  if (blockTime === undefined) return <NotLive arrival={{ ...arrival, accepted }} says={TIMELESS} />;
  const lateMs = accepted - blockTime;
  if (!isAcceptedLive(lateMs))
    return (
      <NotLive
        arrival={{ ...arrival, accepted }}
        says={`Not accepted live: the node bootstrapped or replayed this block ${formatDuration(lateMs)} after its own time.`}
      />
    );
  const stored = arrival.stored ?? accepted;
  const total = stored - blockTime;
  const share = total <= 0 ? 0 : Math.min(100, Math.max(0, ((accepted - blockTime) / total) * 100));
  return (
    <Panel title="On this node" padded>
      <div className="flex min-w-0 items-center gap-2 justify-between">
        <span className={LARGE}>{formatDuration(total)}</span>
        <span className="text-small text-ink-3">block time to readable here</span>
      </div>
      <div className={classes(BAR, THIN_BAR, "my-2.5")}>
        <i className="bg-ice-fill" style={{ width: `${share}%` }} />
        <i className="bg-c-fill" style={{ width: `${100 - share}%` }} />
      </div>
      <dl className={FIGURE_LIST}>
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

/** No bar: after bootstrapping or replay the delay shows the block's age, not how late it came. */
function NotLive({
  arrival: { accepted, stored },
  says,
}: {
  arrival: Arrival & { accepted: number };
  says: string;
}) {
  return (
    <Panel title="On this node" padded>
      <p className="text-ink-2">{says}</p>
      {stored !== undefined && (
        <dl className={FIGURE_LIST}>
          <dt>Acceptance to stored</dt>
          <dd>{formatDuration(stored - accepted)}</dd>
        </dl>
      )}
    </Panel>
  );
}
