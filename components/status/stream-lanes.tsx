import Link from "next/link";
import { button } from "@/components/ui/button";
import type { ChainLetter } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { groupDigits } from "@/components/ui/format";
import type { IconName } from "@/components/ui/icon";
import { LANE_BAR, LANE_LABEL, LANES, Lane as LaneRow } from "@/components/ui/lane";
import { Panel } from "@/components/ui/panel";
import type { Tone } from "@/components/ui/tone";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";

const STATES = {
  starting: { word: "Starting", icon: "ring", tone: "dim" },
  "catching-up": { word: "Catching up", icon: "pend", tone: "warn" },
  following: { word: "Following", icon: "ok", tone: "ok" },
  "waiting-for-node": { word: "Waiting for the node", icon: "alert", tone: "warn" },
  stopped: { word: "Stopped", icon: "bad", tone: "bad" },
} as const satisfies Record<StreamStatus["state"], { word: string; icon: IconName; tone: Tone }>;

/** One lane per stream: how much of what the node has is stored, from the first container to the node's newest. */
export function StreamLanes({ streams }: { streams: readonly StreamStatus[] }) {
  return (
    <Panel
      title="Streams"
      aside="each bar runs from the first container to the node’s newest"
      actions={
        <Link className={button({ size: "small" })} href={hrefTo("index")} prefetch={false}>
          Index of the node
        </Link>
      }
      note="A stream is one index of the node. X/tx and X/vtx hold what the X-Chain was made of before Cortina; a network that started later has nothing there, unless its node puts the transactions of blocks into X/tx."
    >
      <div className={LANES}>
        {streams.map((stream) => (
          <Lane key={stream.stream} stream={stream} />
        ))}
      </div>
    </Panel>
  );
}

function Lane({ stream }: { stream: StreamStatus }) {
  const stored = (stream.indexedHead?.index ?? -1) + 1;
  const known = Math.max(stored, (stream.nodeHead ?? -1) + 1);
  const share = known === 0 ? 0 : (stored / known) * 100;
  return (
    <LaneRow
      letter={letterOf(stream)}
      name={stream.stream}
      title={stream.evm?.name}
      state={STATES[stream.state]}
    >
      <div
        className={LANE_BAR}
        role="progressbar"
        aria-label={`${stream.stream} stored`}
        aria-valuenow={stored}
        aria-valuemin={0}
        aria-valuemax={known}
      >
        <i className="left-0 bg-[var(--core,var(--ice-fill))]" style={{ width: `${share}%` }} />
      </div>
      <span className={classes(LANE_LABEL, "left-0 text-ink-3")}>{known === 0 ? "nothing yet" : "0"}</span>
      {known > 0 && (
        <span className={classes(LANE_LABEL, "right-0 text-ink-3")}>
          {stored === known ? groupDigits(known - 1) : `${groupDigits(stored)} of ${groupDigits(known)}`}
        </span>
      )}
    </LaneRow>
  );
}

function letterOf({ stream, evm }: StreamStatus): ChainLetter {
  if (evm === undefined) return stream.charAt(0) as ChainLetter;
  return evm.isCChain ? "C" : "L1";
}
