import type { CSSProperties } from "react";
import { HATCH } from "@/components/ui/bar";
import type { ChainLetter } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { LEGEND } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { TRACK_BAR, TRACK_LABEL, TRACKS, Track } from "@/components/ui/track";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import {
  describeTrack,
  type IndexState,
  inTrackOrder,
  labelsOf,
  type Segment,
  segmentsOf,
  stateOf,
  type TrackLabel,
} from "./track";

const PIECE_LOOKS = {
  live: "bg-[var(--core,var(--ice-fill))]",
  bootstrap: "bg-[color-mix(in_oklab,var(--core)_42%,var(--core-0))]",
  height: "bg-[color-mix(in_oklab,var(--core)_22%,var(--core-0))]",
  gap: classes(HATCH, "bg-surface text-bad outline -outline-offset-1 outline-bad"),
} satisfies Record<Segment["kind"], string | undefined>;

/** One track for each index of the node: what Firn has of it, and what it lacks. */
export function IndexTracks({ indexes }: { indexes: readonly FirnIndex[] }) {
  return (
    <Panel
      title="Ranges"
      aside="each bar runs from the first container to the newest"
      actions={<Legend />}
      note="Totals count containers; what is missing is counted in blocks. A gap is drawn wider than its share so it can be seen. Containers that the node indexed more than a minute after their own time carry the time of bootstrapping or catching up. Blocks that the index lacks are read by height: their proposers and times of acceptance are not known. X/tx and X/vtx hold the X-Chain from before Cortina. On a network that started later they are empty, unless its node puts the transactions of blocks into X/tx."
    >
      <div className={TRACKS}>
        {inTrackOrder(indexes, ({ name }) => name).map((index) => (
          <IndexTrack key={index.name} index={index} verdict={stateOf(index, indexes)} />
        ))}
      </div>
    </Panel>
  );
}

function Legend() {
  return (
    <div className={classes(LEGEND, "max-m:hidden")}>
      <span>
        <i className="bg-ink-3" />
        live timestamps
      </span>
      <span>
        <i className="bg-line-2" />
        bootstrap timestamps
      </span>
      <span>
        <i className="bg-line" />
        read by height
      </span>
      <span>
        <i className={classes(HATCH, "text-bad outline -outline-offset-1 outline-bad")} />
        gap
      </span>
    </div>
  );
}

function IndexTrack({ index, verdict }: { index: FirnIndex; verdict: IndexState }) {
  return (
    <Track letter={index.name.charAt(0) as ChainLetter} name={index.name} state={verdict}>
      <div className={TRACK_BAR} role="img" aria-label={describeTrack(index)}>
        {segmentsOf(index).map(({ kind, left, width }) => (
          <i
            key={`${kind} ${left}`}
            className={PIECE_LOOKS[kind]}
            style={{ left: `${left}%`, width: `${width}%` }}
            data-kind={kind}
          />
        ))}
      </div>
      {labelsOf(index).map((label) => (
        <Label key={label.at} label={label} />
      ))}
    </Track>
  );
}

/** On a narrow screen a label of missing blocks replaces the others. */
function Label({ label: { text, at, tone } }: { label: TrackLabel }) {
  const isEnd = at === 0 || at === 100;
  const offset: CSSProperties = at === 100 ? { right: 0 } : { left: `${at}%` };
  const quiet = isEnd ? "text-ink-3 max-m:group-has-data-missing/track:hidden" : "text-ink-2 max-m:hidden";
  const look = tone === undefined ? quiet : "font-strong text-bad max-m:left-0!";
  return (
    <span
      className={classes(TRACK_LABEL, look, !isEnd && "m:-translate-x-1/2")}
      style={offset}
      data-missing={tone}
    >
      {text}
    </span>
  );
}
