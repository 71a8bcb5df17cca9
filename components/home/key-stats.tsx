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
import { formatLeftOut, type LagSummary } from "../chart/lag";

/** Undefined stats are left out. */
interface KeyStatsProps {
  /** Transactions per second on the C-Chain. The last minute is unknown while Firn is behind. */
  tps: { lastMinute: number | undefined; yesterday: number } | undefined;
  lag: { summary: LagSummary; notAcceptedLive: number } | undefined;
  stake: StakeSummary | undefined;
  l1s: { count: number; activeValidators: number } | undefined;
}

/** The network in six numbers, each linked to its page. */
export function KeyStats({ tps, lag, stake, l1s }: KeyStatsProps) {
  const staked = stake && BigInt(stake.weight) + BigInt(stake.delegatedWeight);
  const supply = stake?.supplyNavax === undefined ? undefined : BigInt(stake.supplyNavax);
  const stats = [
    tps && (
      <Stat
        key="tps"
        label="TPS, last minute"
        value={tps.lastMinute === undefined ? "not known" : formatTps(tps.lastMinute)}
        detail={`${formatTps(tps.yesterday)} yesterday`}
        href={hrefTo("chart", { metric: "tps" })}
      />
    ),
    lag && (
      <Stat
        key="lag"
        label="Acceptance lag"
        {...formatMedian(lag.summary.median)}
        detail={`${formatDuration(lag.summary.high)} at 95th percentile${formatLeftOut(lag.notAcceptedLive)}`}
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
  ].filter((stat) => stat !== undefined && stat !== false);
  return <Stats count={stats.length}>{stats}</Stats>;
}

function Supply({ navax }: { navax: bigint }) {
  const { value, unit } = shortenTotal(navax, 9);
  return (
    <Stat
      label="Supply, upper bound"
      value={value}
      unit={`${unit} AVAX`.trim()}
      detail="burned fees not deducted"
      title={formatAmount(navax, 9, "AVAX")}
    />
  );
}

function formatMedian(lagMs: number): { value: string; unit: string } {
  const { value, unit } = splitUnit(formatDuration(lagMs));
  return { value, unit: `${unit} median` };
}

/** `31.4`. A small value keeps one significant digit, so that it does not read as zero. */
function formatTps(value: number): string {
  return value === 0 || value >= 0.1 ? value.toFixed(1) : value.toPrecision(1);
}
