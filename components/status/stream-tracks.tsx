import Link from "next/link";
import { button } from "@/components/ui/button";
import type { ChainLetter } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import type { IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import type { Tone } from "@/components/ui/tone";
import { TRACK_BAR, TRACK_LABEL, TRACKS, Track } from "@/components/ui/track";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { storedContainers } from "./missing";

const STATES = {
  starting: { word: "Starting", icon: "ring", tone: "dim" },
  "catching-up": { word: "Catching up", icon: "pend", tone: "warn" },
  following: { word: "Following", icon: "ok", tone: "ok" },
  "waiting-for-node": { word: "Waiting for the node", icon: "alert", tone: "warn" },
  unreadable: { word: "Not on the node", icon: "alert", tone: "warn" },
  stopped: { word: "Stopped", icon: "bad", tone: "bad" },
} as const satisfies Record<StreamStatus["state"], { word: string; icon: IconName; tone: Tone }>;

/** One track for each stream: how much of what the node has is stored, from the first container to the node's newest. */
export function StreamTracks({ streams }: { streams: readonly StreamStatus[] }) {
  return (
    <Panel
      title="Streams"
      aside="each bar runs from the first container to the node’s newest"
      actions={
        <Link className={button({ size: "small" })} href={hrefTo("index")} prefetch={false}>
          Index of the node
        </Link>
      }
      note="A stream is what one index of the node holds. Blocks that the index lacks are read by height. X/tx and X/vtx hold the X-Chain from before Cortina. On a network that started later they are empty, unless its node puts the transactions of blocks into X/tx."
    >
      <div className={TRACKS}>
        {streams.map((stream) => (
          <StreamTrack key={stream.stream} stream={stream} />
        ))}
      </div>
    </Panel>
  );
}

function StreamTrack({ stream }: { stream: StreamStatus }) {
  const { first, end } = storedContainers(stream);
  const stored = end - first;
  const known = Math.max(end, (stream.nodeHead ?? -1) + 1);
  const shareOf = (count: number) => `${known === 0 ? 0 : (count / known) * 100}%`;
  return (
    <Track
      letter={letterOf(stream)}
      name={stream.stream}
      title={stream.evm?.name}
      state={STATES[stream.state]}
    >
      <div
        className={TRACK_BAR}
        role="progressbar"
        aria-label={`${stream.stream} stored`}
        aria-valuenow={stored}
        aria-valuemin={0}
        aria-valuemax={known}
      >
        <i
          className="bg-[var(--core,var(--ice-fill))]"
          style={{ left: shareOf(first), width: shareOf(stored) }}
        />
      </div>
      <span className={classes(TRACK_LABEL, "left-0 text-ink-3")}>
        {known > 0 ? "0" : stream.state === "unreadable" ? "nothing stored" : "nothing yet"}
        {stream.source === "height" && ", read by height"}
      </span>
      {known > 0 && (
        <span className={classes(TRACK_LABEL, "right-0 text-ink-3")}>
          {stored === known ? groupDigits(known - 1) : `${groupDigits(stored)} of ${groupDigits(known)}`}
        </span>
      )}
    </Track>
  );
}

function letterOf({ stream, evm }: StreamStatus): ChainLetter {
  if (evm === undefined) return stream.charAt(0) as ChainLetter;
  return evm.isCChain ? "C" : "L1";
}
