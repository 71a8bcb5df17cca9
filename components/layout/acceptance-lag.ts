import type { StreamStatus } from "@/lib/contract/firn/status";

/** The lag shown for this Firn and its stream: the first stream whose newest blocks were accepted live. */
export function measuredLag(streams: readonly StreamStatus[]) {
  const measured = streams.find(({ acceptanceLagMs }) => acceptanceLagMs !== undefined);
  return (
    measured?.acceptanceLagMs && {
      ...measured.acceptanceLagMs,
      notAcceptedLive: measured.notAcceptedLive ?? 0,
    }
  );
}
