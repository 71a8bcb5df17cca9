import {
  formatAmount,
  formatDuration,
  formatPercent,
  groupDigits,
  plural,
  shortenTotal,
  splitUnit,
} from "@/components/ui/format";
import { Stat, Stats } from "@/components/ui/stats";
import type { StakeSummary } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { type LagSummary, sayLeftOut } from "../chart/lag";

/** What the band says; a figure that nobody can say now is left out. */
interface KeyFiguresProps {
  /** Transactions a second on the C-Chain; of the last minute nobody knows while Firn is behind. */
  tps: { lastMinute: number | undefined; yesterday: number } | undefined;
  lag: { summary: LagSummary; notAcceptedLive: number } | undefined;
  stake: StakeSummary | undefined;
  l1s: { count: number; activeValidators: number } | undefined;
}

/** The network in six figures, each leading to where it comes from. */
export function KeyFigures({ tps, lag, stake, l1s }: KeyFiguresProps) {
  const staked = stake && BigInt(stake.weight) + BigInt(stake.delegatedWeight);
  const supply = stake?.supplyNavax === undefined ? undefined : BigInt(stake.supplyNavax);
  const figures = [
    tps && (
      <Stat
        key="tps"
        label="TPS, last minute"
        value={tps.lastMinute === undefined ? "not known" : sayTps(tps.lastMinute)}
        detail={`${sayTps(tps.yesterday)} yesterday`}
        href={hrefTo("chart", { metric: "tps" })}
      />
    ),
    lag && (
      <Stat
        key="lag"
        label="Acceptance lag"
        {...sayMedian(lag.summary.median)}
        detail={`${formatDuration(lag.summary.high)} at 95th percentile${sayLeftOut(lag.notAcceptedLive)}`}
        href={hrefTo("lag")}
      />
    ),
    stake && (
      <Stat
        key="validators"
        label="Validators"
        value={groupDigits(stake.validatorCount)}
        detail={
          stake.notConnectedCount === undefined
            ? plural(stake.delegatorCount, "delegation")
            : `${groupDigits(stake.notConnectedCount)} not connected to you`
        }
        href={hrefTo("validators")}
      />
    ),
    staked !== undefined && supply !== undefined && (
      <Stat
        key="staked"
        label="Staked"
        {...splitUnit(formatPercent(staked, supply))}
        detail={formatAmount(staked / 10n ** 9n, 0, "AVAX")}
        title={formatAmount(staked, 9, "AVAX")}
        href={hrefTo("validators")}
      />
    ),
    supply !== undefined && <Supply key="supply" navax={supply} />,
    l1s && (
      <Stat
        key="l1s"
        label="L1s"
        value={groupDigits(l1s.count)}
        detail={plural(l1s.activeValidators, "active validator")}
        href={hrefTo("l1s")}
      />
    ),
  ].filter((figure) => figure !== undefined && figure !== false);
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

function sayMedian(lagMs: number): { value: string; unit: string } {
  const { value, unit } = splitUnit(formatDuration(lagMs));
  return { value, unit: `${unit} median` };
}

/** `31.4`; of a quiet chain so much that it isn't nothing. */
function sayTps(value: number): string {
  return value === 0 || value >= 0.1 ? value.toFixed(1) : value.toPrecision(1);
}
