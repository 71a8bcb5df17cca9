"use client";

import { useStatus } from "@/components/live/use-status";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { NodeOverview } from "@/lib/contract/operator/overview";
import { formatDuration } from "@/lib/words/format";

interface LiveLagProps {
  initial: FirnStatus | undefined;
  /** As the operator read it for this page. */
  first: NodeOverview["acceptanceLag"];
}

/** Current acceptance lag of each stream that has one. */
export function LiveLag({ initial, first }: LiveLagProps) {
  const { status } = useStatus(initial);
  const live = status?.streams.flatMap(({ stream, acceptanceLagMs }) =>
    acceptanceLagMs === undefined ? [] : [{ stream, medianMs: acceptanceLagMs.median }],
  );
  const lags = live ?? first;
  if (lags.length === 0) return <>not known</>;
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1.5 in-[td]:gap-1.5">
      {lags.map(({ stream, medianMs }) => (
        <span key={stream}>
          <span className="text-ink-2">{stream}</span> {formatDuration(medianMs)}
        </span>
      ))}
    </span>
  );
}
