import type { CSSProperties } from "react";
import { HATCH } from "@/components/ui/bar";
import type { ChainLetter } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { LANE_BAR, LANE_LABEL, LANES, Lane as LaneRow } from "@/components/ui/lane";
import { LEGEND } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import {
  describeLane,
  inLaneOrder,
  type LaneLabel,
  labelsOf,
  type Piece,
  piecesOf,
  type Verdict,
  verdictOf,
} from "./lane";

const PIECE_LOOKS = {
  live: "bg-[var(--core,var(--ice-fill))]",
  bootstrap: "bg-[color-mix(in_oklab,var(--core)_42%,var(--core-0))]",
  gap: classes(HATCH, "bg-surface text-bad outline -outline-offset-1 outline-bad"),
} satisfies Record<Piece["kind"], string | undefined>;

/** One lane per index of the node: what of it is taken in, and what it lacks. */
export function IndexLanes({ indexes }: { indexes: readonly FirnIndex[] }) {
  return (
    <Panel
      title="Ranges"
      aside="each bar runs from the first container to the newest"
      actions={<Legend />}
      note="Numbers are containers, missing ones are blocks. A gap is drawn wider than its share so it can be seen. Containers that were indexed more than a minute after their own time carry the time of bootstrapping or catching up. X/tx and X/vtx hold what the X-Chain was made of before Cortina; a network that started later has nothing there, unless its node puts the transactions of blocks into X/tx."
    >
      <div className={LANES}>
        {inLaneOrder(indexes, ({ name }) => name).map((index) => (
          <Lane key={index.name} index={index} verdict={verdictOf(index, indexes)} />
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
        <i className={classes(HATCH, "text-bad outline -outline-offset-1 outline-bad")} />
        gap
      </span>
    </div>
  );
}

function Lane({ index, verdict }: { index: FirnIndex; verdict: Verdict }) {
  return (
    <LaneRow letter={index.name.charAt(0) as ChainLetter} name={index.name} state={verdict}>
      <div className={LANE_BAR} role="img" aria-label={describeLane(index)}>
        {piecesOf(index).map(({ kind, left, width }) => (
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
    </LaneRow>
  );
}

/** On a narrow screen what is missing takes the place of the other labels. */
function Label({ label: { text, at, tone } }: { label: LaneLabel }) {
  const isEnd = at === 0 || at === 100;
  const place: CSSProperties = at === 100 ? { right: 0 } : { left: `${at}%` };
  const quiet = isEnd ? "text-ink-3 max-m:group-has-data-missing/lane:hidden" : "text-ink-2 max-m:hidden";
  const look = tone === undefined ? quiet : "font-strong text-bad max-m:left-0!";
  return (
    <span
      className={classes(LANE_LABEL, look, !isEnd && "m:-translate-x-1/2")}
      style={place}
      data-missing={tone}
    >
      {text}
    </span>
  );
}
