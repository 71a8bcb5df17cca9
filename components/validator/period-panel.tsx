import { formatPeriod } from "@/components/effects/format";
import { Ruler } from "@/components/effects/ruler";
import { Avax } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PANEL_BODY, PANEL_NOTE, Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { FirnValidator, ValidatorPeriod } from "@/lib/contract/firn/validators";
import { formatDuration, formatLeft, formatTime, NARROW } from "@/lib/words/format";
import { OwnerRow } from "./owners";
import { downtimeBudget } from "./uptime";

/** The period on a ruler, its remaining downtime, and how it renews. */
export function PeriodPanel({ validator, period }: { validator: FirnValidator; period: ValidatorPeriod }) {
  const { startTimestamp: start, endTimestamp: end, autoRenew, cycles = [] } = period;
  return (
    <Panel
      title={autoRenew === undefined ? "Period" : "Cycle"}
      {...(end !== undefined && { aside: formatPeriod(BigInt(end - start)) })}
    >
      {end !== undefined && (
        <div className={PANEL_BODY}>
          <Ruler start={BigInt(start)} end={BigInt(end)} />
        </div>
      )}
      {autoRenew !== undefined && (
        <KeyValue>
          <Fact label="Renews">
            {autoRenew.periodSeconds === 0
              ? "no more: it leaves at the end of this cycle"
              : `every ${formatPeriod(BigInt(autoRenew.periodSeconds))}`}
          </Fact>
          <Fact label="Compounds">{`${autoRenew.autoCompoundPercent}${NARROW}% of its rewards`}</Fact>
          <Fact label="Restaked so far">
            <Avax value={BigInt(autoRenew.accruedRewards) + BigInt(autoRenew.accruedDelegateeRewards)} />
          </Fact>
          <OwnerRow label="Renewal controlled by" owner={autoRenew.configOwner} />
        </KeyValue>
      )}
      {cycles.length > 0 && <Cycles cycles={cycles} />}
      <Budget validator={validator} period={period} />
    </Panel>
  );
}

/** Only for a current period, and if the node reports its uptime. */
function Budget({ validator, period }: { validator: FirnValidator; period: ValidatorPeriod }) {
  const { uptimePercent, time: now } = validator;
  const { startTimestamp: start, endTimestamp: end } = period;
  if (uptimePercent === undefined || end === undefined || period.status !== "active") return null;
  const { allowed, used, left } = downtimeBudget({ start, end, now }, uptimePercent);
  return (
    <div className={classes(PANEL_NOTE, "flex min-w-0 items-center gap-2 justify-between flex-wrap")}>
      {left > 0 ? (
        <span>
          May be offline <b className="font-strong text-ink">{formatLeft(left * 1000)}</b> more and still earn
          its reward.
        </span>
      ) : (
        <span>
          Has been offline too long for its reward, as seen by{" "}
          {validator.isOwnNode ? "its peers" : "this node"}.
        </span>
      )}
      <span className="text-ink-3">{`${used < 1 ? "nothing" : formatDuration(used * 1000)} used of ${formatDuration(allowed * 1000)}`}</span>
    </div>
  );
}

const COLUMNS = [
  { label: "Cycle began" },
  { label: "Ended", wide: true },
  { label: "Weight, AVAX", right: true },
  { label: "Reward if paid, AVAX", right: true },
];

function Cycles({ cycles }: { cycles: NonNullable<ValidatorPeriod["cycles"]> }) {
  return (
    <Table caption="Cycles so far, newest first" columns={COLUMNS}>
      {cycles.map((cycle) => (
        <Row key={cycle.startTimestamp}>
          <Cell at="a">{formatTime(cycle.startTimestamp * 1000)}</Cell>
          <Cell wide>{formatTime(cycle.endTimestamp * 1000)}</Cell>
          <Cell right at="b">
            <Avax value={cycle.weight} unit={false} />
          </Cell>
          <Cell right at="d">
            <Avax value={cycle.potentialReward} unit={false} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
