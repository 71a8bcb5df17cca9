import { isNodeAway } from "@/components/layout/health";
import { formatTime, groupDigits } from "@/components/ui/format";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { Banner } from "./banner";
import { ReloadButton } from "./reload-button";

/** Says that what follows is what Firn stored, and up to where, while the node does not answer; otherwise nothing. */
export function NodeAwayNotice({ status }: { status: FirnStatus }) {
  const stopped = status.streams.find(({ state }) => state === "stopped");
  if (!isNodeAway(status) && stopped === undefined) return null;
  const head = status.streams.find(({ stream }) => stream === "P/block")?.indexedHead;
  const stored =
    head === undefined
      ? "Firn has stored nothing yet."
      : `Showing what Firn stored up to P-Chain block ${groupDigits(head.height)}, ${formatTime(head.time * 1000)}.`;
  return (
    <div className="notice">
      {stopped === undefined ? (
        <Banner tone="warn" title="Your node does not answer" action={<ReloadButton>Try now</ReloadButton>}>
          {stored} Firn keeps trying.
        </Banner>
      ) : (
        <Banner
          tone="bad"
          title={`${stopped.stream} stopped`}
          action={
            <a className="btn btn-sm" href="/status">
              See why
            </a>
          }
        >
          {stored}
        </Banner>
      )}
    </div>
  );
}
