import { CopyCommand } from "@/components/l1/copy-command";
import { Avax } from "@/components/ui/amount";
import { formatDate, formatPercent, formatTime, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
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

/** Validators of an L1 by how long their balances last: first to run out first, then the inactive ones. */
export function RunwayTable({ l1, topUp }: { l1: FirnL1; topUp: bigint | undefined }) {
  const { validators, activeCount, inactiveCount } = l1;
  const missing = activeCount + inactiveCount - validators.length;
  return (
    <Panel
      title="Runway"
      aside={`left from chain time ${formatTime(l1.time * 1000)}, at the fee of that moment`}
      actions={
        <div className="legend hide-m">
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
      {...(missing > 0 && { note: `${groupDigits(missing)} more with longer runways are not shown.` })}
    >
      <Table caption="Validators by how long their balances last" columns={COLUMNS} className="t-run">
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
      <Cell className="m-a">
        <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} noun="node" grain />
      </Cell>
      <Cell className="lo">
        <HashLink value={validationId} href={hrefTo("validation", { id: validationId })} noun="validation" />
      </Cell>
      <Cell className="r lo">{groupDigits(weight)}</Cell>
      <Cell className="r m-d">{formatPercent(weight, l1.weight)}</Cell>
      <Cell className="r m-c">
        {balanceNavax === undefined ? (
          <span className="dim">not known</span>
        ) : (
          <span>
            <Avax value={balanceNavax} unit={false} />
            <span className="mm"> AVAX</span>
          </span>
        )}
      </Cell>
      <Cell className="m-b">
        <RunwayBar
          active={active}
          runsOut={runsOutTimestamp}
          inactiveSince={inactiveSinceTimestamp}
          now={l1.time}
        />
      </Cell>
      <Cell className="r lo">
        {active && runsOutTimestamp !== undefined && formatDate(runsOutTimestamp * 1000)}
      </Cell>
      <Cell className="r">
        {topUp !== undefined && (
          <CopyCommand
            command={topUpCommand(validationId, topUp)}
            label={active ? "Top up" : "Reactivate"}
            noun={`command to ${active ? "top up" : "reactivate"} ${nodeId.slice(-6)}`}
          />
        )}
      </Cell>
    </>
  );
}
