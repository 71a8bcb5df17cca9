import { Stat, Stats } from "@/components/ui/stats";
import type { StakeSummary } from "@/lib/contract/firn/validators";
import { formatPercent, groupDigits, NARROW, plural, shortenTotal, splitUnit } from "@/lib/words/format";

/** Key figures of all stake. */
export function StakeFigures({ summary }: { summary: StakeSummary }) {
  const own = BigInt(summary.weight);
  const delegated = BigInt(summary.delegatedWeight);
  const { endingSoon, supplyNavax, notConnectedCount } = summary;
  return (
    <Stats count={5}>
      <Stat
        label="Validators"
        value={groupDigits(summary.validatorCount)}
        detail={
          notConnectedCount === undefined
            ? "the node does not report it"
            : `${notConnectedCount} not connected`
        }
      />
      <Total
        label="Staked"
        navax={own + delegated}
        detail={
          supplyNavax === undefined ? undefined : `${formatPercent(own + delegated, supplyNavax)} of supply`
        }
      />
      <Stat
        label="Delegated"
        {...splitUnit(formatPercent(delegated, own + delegated))}
        detail={plural(summary.delegatorCount, "delegation")}
      />
      <Total label="Room for delegations" navax={BigInt(summary.room)} detail="within each one’s limit" />
      <Stat
        label="Ending in 7 days"
        value={groupDigits(endingSoon.validatorCount)}
        detail={`${formatTotal(BigInt(endingSoon.weight))} AVAX`}
      />
    </Stats>
  );
}

/** A total that may be shortened, with the whole amount in its title. */
export function Total({
  label,
  navax,
  detail,
}: {
  label: string;
  navax: bigint;
  detail?: string | undefined;
}) {
  const { value, unit } = shortenTotal(navax, 9);
  return (
    <Stat
      label={label}
      value={value}
      unit={`${unit}${unit && " "}AVAX`}
      title={`${groupDigits(navax)}${NARROW}nAVAX`}
      {...(detail !== undefined && { detail })}
    />
  );
}

function formatTotal(navax: bigint): string {
  const { value, unit } = shortenTotal(navax, 9);
  return unit === "" ? value : `${value} ${unit}`;
}
