import { BLOCK_TIME_NOT_KNOWN } from "@/components/list/block/block-age";
import { TIME_NOT_KNOWN, TIME_OF_ACCEPTANCE } from "@/components/tx/graph-time";
import { LARGE } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { FIGURE_LIST } from "@/components/ui/figure-list";
import { Panel } from "@/components/ui/panel";
import { TimeAgo } from "@/components/ui/time-ago";
import { isAcceptedLive } from "@/lib/avalanche/accepted-live";
import { formatDuration, formatTime, groupDigits } from "@/lib/words/format";

/** A block's three instants, unix milliseconds. `stored` is absent if Firn did not record it. */
export interface Arrival {
  /** Absent for vertices and their transactions: their bytes hold no time. */
  blockTime: number | undefined;
  /** Of those: when the node accepted it, if it was live then. What it accepted while it bootstrapped has no time. */
  acceptedLive?: number | undefined;
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
        <dd>{formatTime(accepted, true)}</dd>
        {blockTime === undefined ? (
          <>
            <dt>Its own time</dt>
            <dd title={timelessOf(arrival)}>
              {arrival.acceptedLive === undefined ? "not known" : "not in its bytes, accepted live"}
            </dd>
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
            <dd>{formatDuration(stored - accepted)} later</dd>
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
            <dd>{formatTime(stored, true)}</dd>
          </>
        )}
      </dl>
    </Panel>
  );
}

const NOT_INDEXED =
  "The node's index lacked this block, so it was read by height: who proposed it and when the node accepted it is not known.";

const NOT_LIVE = "The node bootstrapped or replayed this block: the time measures no lag";

/** What the time of a vertex, or of what is in it, is worth, or why a block has none. */
function timelessOf(arrival: Arrival): string {
  if (!("acceptedLive" in arrival)) return BLOCK_TIME_NOT_KNOWN;
  return arrival.acceptedLive === undefined ? TIME_NOT_KNOWN : TIME_OF_ACCEPTANCE;
}

/** A block's or transaction's own time. Without one it is that of its acceptance, and labelled so, if that was live. */
export function ArrivalTime({ arrival }: { arrival: Arrival }) {
  const { blockTime, acceptedLive } = arrival;
  const at = blockTime ?? acceptedLive;
  if (at === undefined)
    return (
      <span className="text-ink-3" title={timelessOf(arrival)}>
        time not known: from before {"acceptedLive" in arrival ? "the X-Chain had blocks" : "Banff"}
      </span>
    );
  return (
    <span title={blockTime === undefined ? TIME_OF_ACCEPTANCE : undefined}>
      {blockTime === undefined && "accepted "}
      <TimeAgo at={at} ago focusable />, {formatTime(at)}
    </span>
  );
}

/** "On this node" of a transaction page: the same instants as one bar, unless its block was not followed live. */
export function ArrivalBar({ arrival }: { arrival: Arrival }) {
  const { blockTime, accepted } = arrival;
  if (accepted === undefined) return <AcceptanceUnknown stored={arrival.stored} />;
  if (blockTime === undefined)
    return <NotLive arrival={{ ...arrival, accepted }} says={timelessOf(arrival)} />;
  const lateMs = accepted - blockTime;
  if (!isAcceptedLive(lateMs))
    return (
      <NotLive
        arrival={{ ...arrival, accepted }}
        says={`Not accepted live: the node bootstrapped or replayed this block ${formatDuration(lateMs)} after its own time.`}
      />
    );
  const stored = arrival.stored ?? accepted;
  if (!isAcceptedLive(stored - accepted))
    return (
      <NotLive
        arrival={{ ...arrival, accepted }}
        says={`Accepted ${formatDuration(lateMs)} after block time, and read by Firn later, while it caught up.`}
      />
    );
  const total = stored - blockTime;
  const share = total <= 0 ? 0 : Math.min(100, Math.max(0, ((accepted - blockTime) / total) * 100));
  return (
    <Panel title="On this node" padded>
      <div className="flex min-w-0 items-center gap-2 justify-between">
        <span className={LARGE}>{formatDuration(total)}</span>
        <span className="text-small text-ink-3">from block time to visible here</span>
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
