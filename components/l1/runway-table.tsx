import { CopyCommand } from "@/components/l1/copy-command";
import { Avax } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { formatDate, formatPercent, formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { LEGEND } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import type { FirnL1, L1ValidatorLine } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { CRITICAL_DAYS, LOW_DAYS, RUNWAY_AXIS_DAYS } from "./runway";
import { RunwayBar } from "./runway-bar";
import { topUpCommand } from "./top-up";

const COLUMNS = [
  { label: "Validator" },
  { label: "Validation", wide: true },
  { label: "Weight", right: true, wide: true },
  { label: "Share", right: true },
  { label: "Balance, AVAX", right: true },
  { label: `Runway, axis to ${RUNWAY_AXIS_DAYS} days` },
  { label: "Runs out", right: true, wide: true },
  { label: "Command", right: true },
];

/** Validators of an L1, the first to run out first, then the inactive ones. */
export function RunwayTable({ l1, topUp }: { l1: FirnL1; topUp: bigint | undefined }) {
  const { validators, activeCount, inactiveCount } = l1;
  const missing = activeCount + inactiveCount - validators.length;
  return (
    <Panel
      title="Runway"
      aside={`left from chain time ${formatTime(l1.time * 1000)}, at that moment’s fee`}
      actions={
        <div className={classes(LEGEND, "max-m:hidden")}>
          <span>
            <Icon name="alert" small />
            {`under ${CRITICAL_DAYS} d`}
          </span>
          <span>
            <Icon name="clock" small />
            {`under ${LOW_DAYS} d`}
          </span>
        </div>
      }
      {...(missing > 0 && { note: `${groupDigits(missing)} more have longer runways and are not shown.` })}
    >
      <Table caption="Validators by how long their balances last" columns={COLUMNS}>
        {validators.map((validator) => (
          <Row key={validator.validationId} id={`row-${validator.validationId}`}>
            <Cells validator={validator} l1={l1} topUp={topUp} />
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function Cells(props: { validator: L1ValidatorLine; l1: FirnL1; topUp: bigint | undefined }) {
  const { validator, l1, topUp } = props;
  const { validationId, nodeId, weight, active, balanceNavax, runsOutTimestamp, inactiveSinceTimestamp } =
    validator;
  return (
    <>
      <Cell at="a">
        <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node" grain />
      </Cell>
      <Cell wide>
        <HashLink value={validationId} href={hrefTo("validation", { id: validationId })} label="validation" />
      </Cell>
      <Cell right wide>
        {groupDigits(weight)}
      </Cell>
      <Cell right at="d">
        {formatPercent(weight, l1.weight)}
      </Cell>
      <Cell right at="c">
        {balanceNavax === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <span>
            <Avax value={balanceNavax} unit={false} />
            <span className="m:hidden"> AVAX</span>
          </span>
        )}
      </Cell>
      <Cell at="b">
        <RunwayBar
          active={active}
          runsOut={runsOutTimestamp}
          inactiveSince={inactiveSinceTimestamp}
          now={l1.time}
        />
      </Cell>
      <Cell right wide>
        {active && runsOutTimestamp !== undefined && formatDate(runsOutTimestamp * 1000)}
      </Cell>
      <Cell right>
        {topUp !== undefined && (
          <CopyCommand
            command={topUpCommand(validationId, topUp)}
            label={active ? "Top up" : "Reactivate"}
            what={`command to ${active ? "top up" : "reactivate"} ${nodeId.slice(-6)}`}
          />
        )}
      </Cell>
    </>
  );
}
