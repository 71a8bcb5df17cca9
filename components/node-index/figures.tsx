import { Stat, Stats } from "@/components/ui/stats";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { formatDuration, groupDigits, plural, splitUnit } from "@/lib/words/format";
import { containerCount, inTrackOrder, isComplete, isOfBlocks } from "./track";

/** The node's indexes in five figures. `streams` give the delay from node to store. */
export function IndexFigures(props: { indexes: readonly FirnIndex[]; streams: readonly StreamStatus[] }) {
  const { indexes, streams } = props;
  const complete = inTrackOrder(indexes, ({ name }) => name).filter((index) => isComplete(index, indexes));
  const used = indexes.filter((index) => containerCount(index) > 0 || isOfBlocks(index));
  const held = indexes.reduce((sum, index) => sum + containerCount(index), 0);
  const answering = indexes.filter(({ answer }) => answer === "serving" || answer === "empty").length;
  return (
    <Stats count={5}>
      <Stat
        label="Containers indexed"
        value={groupDigits(held)}
        detail={answering === 0 ? "when the node last answered" : `on ${plural(answering, "endpoint")}`}
      />
      <Stat
        label="Complete"
        value={complete.length}
        unit={`of ${used.length}`}
        detail={complete.map(({ name }) => name).join(", ") || "none"}
      />
      <Gaps indexes={indexes} />
      <Newest indexes={indexes} />
      <Delay indexes={indexes} streams={streams} />
    </Stats>
  );
}

/** Only an answering node can confirm that nothing is missing. */
function Gaps({ indexes }: { indexes: readonly FirnIndex[] }) {
  const lacking = inTrackOrder(indexes, ({ name }) => name).filter(({ missing }) => missing > 0);
  const isAnswered = indexes.every(({ answer }) => answer === "serving" || answer === "empty");
  if (lacking.length === 0 && !isAnswered)
    return <Stat label="Gaps" value="unknown" detail="the node did not answer" />;
  const count = lacking.reduce((sum, { gaps }) => sum + Math.max(1, gaps.length), 0);
  const blocks = plural(
    lacking.reduce((sum, { missing }) => sum + missing, 0),
    "block",
  );
  const chains = lacking.map(({ name }) => name.charAt(0)).join(", ");
  return (
    <Stat
      label="Gaps"
      value={groupDigits(count)}
      detail={lacking.length === 0 ? "no block is missing" : `${blocks} of ${chains}`}
    />
  );
}

function Newest({ indexes }: { indexes: readonly FirnIndex[] }) {
  const times = indexes.map(({ name, nodeHead }) => ({ name, at: nodeHead?.acceptedAtMs ?? 0 }));
  const [newest] = times.sort((a, b) => b.at - a.at);
  if (newest === undefined || newest.at === 0)
    return <Stat label="Newest" value="unknown" detail="the node did not answer" />;
  return <Stat label="Newest" value={<TimeAgo at={newest.at} ago />} detail={newest.name} />;
}

/** Delay of the newest container that came alone: those of a batch waited for one another. */
function Delay(props: { indexes: readonly FirnIndex[]; streams: readonly StreamStatus[] }) {
  const { indexes, streams } = props;
  const behind = indexes.reduce((sum, index) => sum + containerCount(index) - index.stored, 0);
  const detail = behind === 0 ? "caught up" : `${groupDigits(behind)} behind`;
  const [newest] = streams
    .filter(({ indexedInMs, evm }) => indexedInMs !== undefined && evm === undefined)
    .sort((a, b) => (b.indexedHead?.time ?? 0) - (a.indexedHead?.time ?? 0));
  if (newest?.indexedInMs === undefined) return <Stat label="Node to Firn" value="unknown" detail={detail} />;
  const { value, unit } = splitUnit(formatDuration(newest.indexedInMs));
  return <Stat label="Node to Firn" value={value} unit={`${unit}, ${newest.stream}`} detail={detail} />;
}
