import { Stat, Stats, Words } from "@/components/ui/stats";
import type { StakeSummary } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import {
  formatAmount,
  formatDuration,
  formatPercent,
  groupDigits,
  plural,
  shortenTotal,
  splitUnit,
} from "@/lib/words/format";
import { formatLeftOut, type LagSummary } from "../chart/lag";

/** What could not be read is an error, and says so where the figure would stand. What does not exist is undefined. */
export interface KeyFigures {
  /**
   * Transactions per second on the C-Chain. The last minute is unknown while Firn is behind, yesterday if not all of it is
   * counted.
   */
  tps: { lastMinute: number | undefined; yesterday: number | undefined } | FirnError | undefined;
  lag: { summary: LagSummary; notAcceptedLive: number } | FirnError | undefined;
  stake: StakeSummary | FirnError;
  l1s: { count: number; activeValidators: number | undefined } | FirnError;
}

/** The network in six numbers, each linked to its page. */
export function KeyStats({ tps, lag, stake, l1s }: KeyFigures) {
  const stats = [
    tps instanceof FirnError ? (
      <Unread key="tps" label={TPS} error={tps} />
    ) : (
      tps && <Tps key="tps" {...tps} />
    ),
    lag instanceof FirnError ? (
      <Unread key="lag" label={LAG} error={lag} />
    ) : (
      lag && <Lag key="lag" {...lag} />
    ),
    ...(stake instanceof FirnError
      ? [<Unread key="validators" label={VALIDATORS} error={stake} />]
      : stakeStats(stake)),
    l1s instanceof FirnError ? (
      <Unread key="l1s" label="L1s" error={l1s} />
    ) : (
      <Stat
        key="l1s"
        label="L1s"
        value={groupDigits(l1s.count)}
        detail={
          l1s.activeValidators === undefined
            ? "active validators not known"
            : plural(l1s.activeValidators, "active validator")
        }
        href={hrefTo("l1s")}
      />
    ),
  ].filter((stat) => stat !== undefined && stat !== false);
  return <Stats count={stats.length}>{stats}</Stats>;
}

const TPS = "C-Chain TPS, last minute";
const LAG = "Acceptance lag";
const VALIDATORS = "Validators";

function Unread({ label, error }: { label: string; error: FirnError }) {
  return (
    <Stat
      label={label}
      value={<Words>Not known</Words>}
      detail={error.status === 504 ? "took too long to load" : "could not be loaded"}
      title={error.message}
    />
  );
}

function Tps({ lastMinute, yesterday }: { lastMinute: number | undefined; yesterday: number | undefined }) {
  return (
    <Stat
      label={TPS}
      value={lastMinute === undefined ? "not known" : formatTps(lastMinute)}
      detail={yesterday === undefined ? "yesterday not known" : `${formatTps(yesterday)} yesterday`}
      href={hrefTo("chart", { metric: "tps" })}
    />
  );
}

function Lag({ summary, notAcceptedLive }: { summary: LagSummary; notAcceptedLive: number }) {
  return (
    <Stat
      label={LAG}
      {...formatMedian(summary.median)}
      detail={`${formatDuration(summary.high)} at 95th percentile${formatLeftOut(notAcceptedLive)}`}
      href={hrefTo("lag")}
    />
  );
}

function stakeStats(stake: StakeSummary) {
  const staked = BigInt(stake.weight) + BigInt(stake.delegatedWeight);
  const supply = stake.supplyNavax === undefined ? undefined : BigInt(stake.supplyNavax);
  return [
    <Stat
      key="validators"
      label={VALIDATORS}
      value={groupDigits(stake.validatorCount)}
      detail={
        stake.notConnectedCount === undefined
          ? plural(stake.delegatorCount, "delegation")
          : `${groupDigits(stake.notConnectedCount)} not connected to you`
      }
      href={hrefTo("validators")}
    />,
    supply !== undefined && (
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
  ];
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
