import Link from "next/link";
import type { CSSProperties } from "react";
import { type ChainLetter, ChainTag } from "@/components/ui/chain-tag";
import { groupDigits } from "@/components/ui/format";
import type { IconName } from "@/components/ui/icon";
import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import type { StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";

const STATES = {
  starting: { word: "Starting", icon: "ring", tone: "dim" },
  "catching-up": { word: "Catching up", icon: "pend", tone: "warn" },
  following: { word: "Following", icon: "ok", tone: "ok" },
  "waiting-for-node": { word: "Waiting for the node", icon: "alert", tone: "warn" },
  stopped: { word: "Stopped", icon: "bad", tone: "bad" },
} as const satisfies Record<StreamStatus["state"], { word: string; icon: IconName; tone: string }>;

/** One lane per stream: how much of what the node has is stored, from the first container to the node's newest. */
export function StreamLanes({ streams }: { streams: readonly StreamStatus[] }) {
  return (
    <Panel
      title="Streams"
      aside="each bar runs from the first container to the node’s newest"
      actions={
        <Link className="btn btn-sm" href={hrefTo("index")} prefetch={false}>
          Index of the node
        </Link>
      }
      note="A stream is one index of the node. X/tx and X/vtx hold what the X-Chain was made of before Cortina; a network that started later has nothing there, unless its node puts the transactions of blocks into X/tx."
    >
      <div className="cov">
        {streams.map((stream) => (
          <Lane key={stream.stream} stream={stream} />
        ))}
      </div>
    </Panel>
  );
}

function Lane({ stream }: { stream: StreamStatus }) {
  const { word, icon, tone } = STATES[stream.state];
  const letter = letterOf(stream);
  const stored = (stream.indexedHead?.index ?? -1) + 1;
  const known = Math.max(stored, (stream.nodeHead ?? -1) + 1);
  const share = known === 0 ? 0 : (stored / known) * 100;
  return (
    <div className={`lane core-${letter}`}>
      <div className="nm">
        <ChainTag chain={letter} />
        <code title={stream.evm?.name}>{stream.stream}</code>
      </div>
      <div className="seg2">
        <div
          className="trk"
          role="progressbar"
          aria-label={`${stream.stream} stored`}
          aria-valuenow={stored}
          aria-valuemin={0}
          aria-valuemax={known}
        >
          <i style={{ left: 0, width: `${share}%` } as CSSProperties} />
        </div>
        <span className="lb" style={{ left: 0 }}>
          {known === 0 ? "nothing yet" : "0"}
        </span>
        {known > 0 && (
          <span className="lb" style={{ right: 0 }}>
            {stored === known ? groupDigits(known - 1) : `${groupDigits(stored)} of ${groupDigits(known)}`}
          </span>
        )}
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

function letterOf({ stream, evm }: StreamStatus): ChainLetter {
  if (evm === undefined) return stream.charAt(0) as ChainLetter;
  return evm.isCChain ? "C" : "L1";
}
