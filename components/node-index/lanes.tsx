import type { CSSProperties } from "react";
import { type ChainLetter, ChainTag } from "@/components/ui/chain-tag";
import { Icon } from "@/components/ui/icon";
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

const CLASSES = { live: undefined, bootstrap: "boot", gap: "gap hatch" } satisfies Record<
  Piece["kind"],
  unknown
>;

/** One lane per index of the node: what of it is taken in, and what it lacks. */
export function IndexLanes({ indexes }: { indexes: readonly FirnIndex[] }) {
  return (
    <Panel
      title="Ranges"
      aside="each bar runs from the first container to the newest"
      actions={<Legend />}
      note="Numbers are containers, missing ones are blocks. A gap is drawn wider than its share so it can be seen. Containers that were indexed more than a minute after their own time carry the time of bootstrapping or catching up. X/tx and X/vtx hold what the X-Chain was made of before Cortina; a network that started later has nothing there, unless its node puts the transactions of blocks into X/tx."
    >
      <div className="cov">
        {inLaneOrder(indexes, ({ name }) => name).map((index) => (
          <Lane key={index.name} index={index} verdict={verdictOf(index, indexes)} />
        ))}
      </div>
    </Panel>
  );
}

function Legend() {
  return (
    <div className="legend hide-m">
      <span>
        <i className="live" />
        live timestamps
      </span>
      <span>
        <i className="boot" />
        bootstrap timestamps
      </span>
      <span>
        <i className="gap hatch" />
        gap
      </span>
    </div>
  );
}

function Lane({ index, verdict }: { index: FirnIndex; verdict: Verdict }) {
  const letter = index.name.charAt(0) as ChainLetter;
  const { word, icon, tone } = verdict;
  return (
    <div className={`lane core-${letter}`}>
      <div className="nm">
        <ChainTag chain={letter} />
        <code>{index.name}</code>
      </div>
      <div className="seg2">
        <div className="trk" role="img" aria-label={describeLane(index)}>
          {piecesOf(index).map(({ kind, left, width }) => (
            <i
              key={`${kind} ${left}`}
              className={CLASSES[kind]}
              style={{ left: `${left}%`, width: `${width}%` }}
            />
          ))}
        </div>
        {labelsOf(index).map((label) => (
          <Label key={label.at} label={label} />
        ))}
      </div>
      <div className="res">
        <span className={`st st-${tone}`}>
          <Icon name={icon} />
          {word}
        </span>
      </div>
    </div>
  );
}

function Label({ label: { text, at, tone } }: { label: LaneLabel }) {
  const isEnd = at === 0 || at === 100;
  const place: CSSProperties = at === 100 ? { right: 0 } : { left: `${at}%` };
  return (
    <span className={["lb", tone ?? (isEnd ? "" : "mid"), isEnd ? "" : "at"].join(" ").trim()} style={place}>
      {text}
    </span>
  );
}
