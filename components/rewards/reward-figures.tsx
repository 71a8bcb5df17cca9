import Link from "next/link";
import { Amount, Avax } from "@/components/ui/amount";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stats";
import { Cell, Row, Table } from "@/components/ui/table";
import type { RewardAsset } from "@/lib/contract/firn/rewards";
import { formatDate, groupDigits, plural } from "@/lib/words/format";
import { formatMoney } from "./money";

/** Sums of a statement in AVAX, of one year if it is chosen. */
export function RewardFigures({
  asset,
  year,
  forDelegators,
}: {
  asset: RewardAsset;
  year: number | undefined;
  /** What the sum of delegations is called. */
  forDelegators: string | undefined;
}) {
  const chosen = asset.years.find((one) => one.year === year);
  const { count, amount, validator, delegator, validatorFee, value } =
    year === undefined ? asset : (chosen ?? NOTHING);
  const { expected } = asset;
  return (
    <Stats count={forDelegators === undefined ? 4 : 5}>
      <Sum
        label={year === undefined ? "Paid so far" : `Paid in ${year}`}
        navax={amount}
        detail={value === undefined ? plural(count, "reward") : `${formatMoney(value)} on the days`}
      />
      <Sum label="For validating" navax={validator} detail="own stake" />
      <Sum label="Delegation fees" navax={validatorFee} detail="shares of delegators’ rewards" />
      {forDelegators !== undefined && (
        <Sum label={forDelegators} navax={delegator} detail="after the validator’s share" />
      )}
      {expected.amount === undefined ? (
        <Stat label="Expected" value="not known" detail="the genesis is not known" />
      ) : (
        <Sum label="Expected" navax={expected.amount} detail={nextOf(expected)} />
      )}
    </Stats>
  );
}

/** A sum in AVAX: with decimals, as rewards are small beside stakes. The whole amount is in its title. */
function Sum({ label, navax, detail }: { label: string; navax: string; detail: string }) {
  return (
    <Stat
      label={label}
      value={<Amount value={navax} decimals={9} most={BigInt(navax) < ONE_THOUSAND_AVAX ? 6 : 2} />}
      unit="AVAX"
      detail={detail}
    />
  );
}

const ONE_THOUSAND_AVAX = 1_000_000_000_000n;

const NOTHING = {
  count: 0,
  amount: "0",
  validator: "0",
  delegator: "0",
  validatorFee: "0",
  value: undefined,
};

function nextOf({ count, nextTimestamp }: RewardAsset["expected"]): string {
  if (count === 0) return "no stake runs";
  return nextTimestamp === undefined
    ? "if they are rewarded"
    : `${plural(count, "reward")}, the next on ${formatDate(nextTimestamp * 1000)}`;
}

/** Each year's sums; a year's name leads to its statement. */
export function RewardYears({
  asset,
  current,
  hrefOf,
}: {
  asset: RewardAsset;
  current: number | undefined;
  hrefOf: (year: number) => string;
}) {
  const isPriced = asset.years.some(({ value }) => value !== undefined);
  return (
    <Panel
      title="By year"
      note="Years are calendar years in UTC. A value is that of each payment on its day; a year has none if the price of one of its days is missing."
    >
      <Table
        caption="Rewards by year, newest first"
        look="plain"
        columns={[
          { label: "Year" },
          { label: "Rewards", right: true },
          { label: "Paid, AVAX", right: true },
          ...(isPriced ? [{ label: "Value", right: true }] : []),
        ]}
      >
        {asset.years.map(({ year, count, amount, value }) => (
          <Row key={year} plain>
            <Cell at="row">
              <Link href={hrefOf(year)} prefetch={false} aria-current={year === current ? "true" : undefined}>
                {year}
              </Link>
            </Cell>
            <Cell at="row" right>
              {groupDigits(count)}
            </Cell>
            <Cell at="row" right>
              <Avax value={amount} unit={false} />
            </Cell>
            {isPriced && (
              <Cell at="row" right>
                {value === undefined ? <span className="text-ink-3">no price</span> : formatMoney(value)}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
