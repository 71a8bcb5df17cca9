import type { ComponentProps } from "react";
import { isNodeAway } from "@/components/layout/health";
import { button } from "@/components/ui/button";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, groupDigits } from "@/lib/words/format";
import { streamName } from "@/lib/words/stream-name";
import { Banner } from "./banner";

/** The notice itself; nothing while all is well. */
export function AwayBanner({ status, evmChainId }: { status: FirnStatus; evmChainId: string | undefined }) {
  // Pages about no chain have no id, and a chain that can't be indexed may have none.
  const isShown = ({ evm }: StreamStatus) =>
    evm === undefined || evm.isCChain || (evmChainId !== undefined && evm.chainId === evmChainId);
  const stopped = status.streams.find((stream) => stream.state === "stopped" && isShown(stream));
  const waiting = status.streams.find(({ state }) => state === "waiting-for-node");
  if (!isNodeAway(status) && stopped === undefined) return null;
  if (stopped !== undefined) {
    const href = hrefTo("status");
    return (
      <Notice
        tone="bad"
        title={`${streamName(stopped)} stopped`}
        action={
          <a className={button({ size: "small" })} href={href}>
            See why
          </a>
        }
      >
        {storedUpTo(stopped)}
      </Notice>
    );
  }
  const away =
    status.node.reachable && waiting !== undefined
      ? `${streamName(waiting)} waits for its node`
      : "Your node does not answer";
  return (
    <Notice tone="warn" title={away}>
      {storedUpTo(status.streams.find(({ stream }) => stream === "P/block"))} Firn keeps trying.
    </Notice>
  );
}

function Notice(props: ComponentProps<typeof Banner>) {
  return (
    <div className="mb-4">
      <Banner {...props} />
    </div>
  );
}

function storedUpTo(stream: StreamStatus | undefined): string {
  const head = stream?.indexedHead;
  if (stream === undefined || head === undefined) return "Firn has stored nothing yet.";
  const time = head.time === undefined ? "" : `, ${formatTime(head.time * 1000)}`;
  return `Showing what Firn stored up to ${streamName(stream)} block ${groupDigits(head.height)}${time}.`;
}
