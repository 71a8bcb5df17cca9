import {
  formatAmount,
  formatBytes,
  formatDuration,
  groupDigits,
  plural,
  shortenTotal,
} from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import { TimeAgo } from "@/components/ui/time-ago";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import type { FirnStatus } from "@/lib/contract/firn/status";
import type { LagSummary } from "../chart/lag";

interface KeyFiguresProps {
  status: FirnStatus;
  newest: PrimaryNetworkBlock | undefined;
  lag: LagSummary | undefined;
}

/** The figures Firn knows now; one that it does not know is left out. */
export function KeyFigures({ status, newest, lag }: KeyFiguresProps) {
  const stream = status.streams.find((one) => one.stream === "P/block");
  const head = stream?.indexedHead;
  const figures = [
    head !== undefined && (
      <Stat
        key="height"
        label="P-Chain height"
        value={groupDigits(head.height)}
        detail={<TimeAgo at={head.time * 1000} ago />}
        href={`/p/block/${head.height}`}
      />
    ),
    lag !== undefined && (
      <Stat
        key="lag"
        label="Acceptance lag"
        {...splitUnit(formatDuration(lag.median))}
        detail={`${formatDuration(lag.high)} at 95th percentile`}
      />
    ),
    newest?.currentSupply !== undefined && <Supply key="supply" navax={BigInt(newest.currentSupply)} />,
    newest?.activeL1Validators !== undefined && (
      <Stat
        key="l1"
        label="Active L1 validators"
        value={groupDigits(newest.activeL1Validators)}
        detail={`at height ${groupDigits(newest.blockNumber)}`}
      />
    ),
    stream !== undefined && (
      <Stat
        key="behind"
        label="Behind the node"
        value={groupDigits(stream.behind)}
        unit={stream.behind === 1 ? "block" : "blocks"}
        detail={
          stream.nodeHead === undefined
            ? "the node has not said"
            : `node has ${plural(stream.nodeHead + 1, "container")}`
        }
        href="/status"
      />
    ),
    <Stat
      key="store"
      label="Stored"
      {...splitUnit(formatBytes(status.store.sizeBytes))}
      detail="on this machine"
      href="/status"
    />,
  ].filter((figure) => figure !== false);
  return <Stats count={figures.length}>{figures}</Stats>;
}

function Supply({ navax }: { navax: bigint }) {
  const { value, unit } = shortenTotal(navax, 9);
  return (
    <Stat
      label="Supply, upper bound"
      value={value}
      unit={`${unit} AVAX`.trim()}
      detail="burnt fees not deducted"
      title={formatAmount(navax, 9, "AVAX")}
    />
  );
}

/** `0.31 s` as value and small unit. */
function splitUnit(text: string): { value: string; unit: string } {
  const at = text.search(/[^\d.,−<]/);
  return { value: text.slice(0, at), unit: text.slice(at).trim() };
}
