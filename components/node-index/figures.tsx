import { formatDuration, groupDigits, plural, splitUnit } from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { heldBy, inLaneOrder, isComplete, isOfBlocks } from "./lane";

/** The node's indexes in five figures. `streams` say how long the way from the node to the store is. */
export function IndexFigures(props: { indexes: readonly FirnIndex[]; streams: readonly StreamStatus[] }) {
  const { indexes, streams } = props;
  const complete = inLaneOrder(indexes, ({ name }) => name).filter(isComplete);
  const used = indexes.filter((index) => heldBy(index) > 0 || isOfBlocks(index));
  const held = indexes.reduce((sum, index) => sum + heldBy(index), 0);
  const answering = indexes.filter(({ answer }) => answer === "serving" || answer === "empty").length;
  return (
    <Stats count={5}>
      <Stat
        label="Containers indexed"
        value={groupDigits(held)}
        detail={`on ${plural(answering, "endpoint")}`}
      />
      <Stat
        label="Complete"
        value={complete.length}
        unit={`of ${used.length}`}
        detail={complete.map(({ name }) => name).join(", ") || "none"}
      />
      <Gaps indexes={indexes} />
      <Newest indexes={indexes} />
      <Way indexes={indexes} streams={streams} />
    </Stats>
  );
}

function Gaps({ indexes }: { indexes: readonly FirnIndex[] }) {
  const lacking = indexes.filter(({ missing }) => missing > 0);
  const count = lacking.reduce((sum, { gaps }) => sum + Math.max(1, gaps.length), 0);
  const detail = lacking.map(({ name, missing }) => plural(missing, `${name.charAt(0)}-Chain block`));
  return <Stat label="Gaps" value={groupDigits(count)} detail={detail.join(", ") || "no block is missing"} />;
}

function Newest({ indexes }: { indexes: readonly FirnIndex[] }) {
  const times = indexes.map(({ name, nodeHead }) => ({ name, at: nodeHead?.acceptedAtMs ?? 0 }));
  const [newest] = times.sort((a, b) => b.at - a.at);
  if (newest === undefined || newest.at === 0)
    return <Stat label="Newest" value="unknown" detail="the node did not say" />;
  return <Stat label="Newest" value={<TimeAgo at={newest.at} ago />} detail={newest.name} />;
}

/** Of the newest container that came alone: those of a batch waited for one another. */
function Way(props: { indexes: readonly FirnIndex[]; streams: readonly StreamStatus[] }) {
  const { indexes, streams } = props;
  const behind = indexes.reduce((sum, index) => sum + heldBy(index) - index.stored, 0);
  const detail = behind === 0 ? "caught up" : `${groupDigits(behind)} behind`;
  const [newest] = streams
    .filter(({ indexedInMs, evm }) => indexedInMs !== undefined && evm === undefined)
    .sort((a, b) => (b.indexedHead?.time ?? 0) - (a.indexedHead?.time ?? 0));
  if (newest?.indexedInMs === undefined) return <Stat label="Node to Firn" value="unknown" detail={detail} />;
  const { value, unit } = splitUnit(formatDuration(newest.indexedInMs));
  return <Stat label="Node to Firn" value={value} unit={`${unit}, ${newest.stream}`} detail={detail} />;
}
