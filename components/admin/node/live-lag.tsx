"use client";

import { useStatus } from "@/components/layout/status-strip";
import { formatDuration } from "@/components/ui/format";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { NodeOverview } from "@/lib/contract/operator/overview";

interface LiveLagProps {
  initial: FirnStatus | undefined;
  /** As the operator read it when the page was made. */
  first: NodeOverview["acceptanceLag"];
}

/** Acceptance lag of each stream that has one, as it is now. */
export function LiveLag({ initial, first }: LiveLagProps) {
  const { status } = useStatus(initial);
  const live = status?.streams.flatMap(({ stream, acceptanceLagMs }) =>
    acceptanceLagMs === undefined ? [] : [{ stream, medianMs: acceptanceLagMs.median }],
  );
  const lags = live ?? first;
  if (lags.length === 0) return <>not known</>;
  return (
    <span className="aside-row">
      {lags.map(({ stream, medianMs }) => (
        <span key={stream}>
          <span className="mid">{stream}</span> {formatDuration(medianMs)}
        </span>
      ))}
    </span>
  );
}
