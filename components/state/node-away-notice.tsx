import { isNodeAway } from "@/components/layout/health";
import { button } from "@/components/ui/button";
import { formatTime, groupDigits } from "@/components/ui/format";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { Banner } from "./banner";
import { ReloadButton } from "./reload-button";

/**
 * Shown while the node does not answer or a stream has stopped: the page shows stored data, up to a named block. Of L1s
 * only the page's own counts, since the others continue without it.
 */
export function NodeAwayNotice({ status, evmChainId }: { status: FirnStatus; evmChainId?: string }) {
  const stopped = status.streams.find(
    ({ state, evm }) =>
      state === "stopped" && (evm === undefined || evm.isCChain || evm.chainId === evmChainId),
  );
  if (!isNodeAway(status) && stopped === undefined) return null;
  const waiting = status.streams.find(({ state }) => state === "waiting-for-node");
  const away =
    status.node.reachable && waiting !== undefined
      ? `${waiting.stream} waits for its node`
      : "Your node does not answer";
  const stored = storedUpTo(stopped ?? status.streams.find(({ stream }) => stream === "P/block"));
  return (
    <div className="mb-4">
      {stopped === undefined ? (
        <Banner tone="warn" title={away} action={<ReloadButton>Try now</ReloadButton>}>
          {stored} Firn keeps trying.
        </Banner>
      ) : (
        <Banner
          tone="bad"
          title={`${stopped.stream} stopped`}
          action={
            <a className={button({ size: "small" })} href={hrefTo("status")}>
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

function storedUpTo(stream: StreamStatus | undefined): string {
  const head = stream?.indexedHead;
  if (stream === undefined || head === undefined) return "Firn has stored nothing yet.";
  const chain = stream.evm?.name ?? `${stream.stream[0]}-Chain`;
  return `Showing what Firn stored up to ${chain} block ${groupDigits(head.height)}, ${formatTime(head.time * 1000)}.`;
}
