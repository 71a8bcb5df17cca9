"use client";

import { CopyCommand } from "@/components/l1/copy-command";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Avax } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { LEGEND } from "@/components/ui/layout";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { L1ValidatorLine } from "@/lib/contract/firn/l1s";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatDate, formatPercent, formatTime, groupDigits } from "@/lib/words/format";
import { CRITICAL_DAYS, LOW_DAYS, RUNWAY_AXIS_DAYS } from "./runway";
import { RunwayBar } from "./runway-bar";
import { topUpCommand } from "./top-up";

const COLUMNS: readonly ListColumn[] = [
  { label: "Validator", bar: 140 },
  { label: "Validation", bar: 120, wide: true },
  { label: "Weight", bar: 48, right: true, wide: true },
  { label: "Share", bar: 40, right: true },
  { label: "Balance, AVAX", bar: 72, right: true },
  { label: `Runway, axis to ${RUNWAY_AXIS_DAYS} days`, bar: 120 },
  { label: "Runs out", bar: 64, right: true, wide: true },
  { label: "Command", bar: 48, right: true },
];

/** A page of validators at a chain time, unix seconds. */
interface RunwayPage extends TokenPage {
  time: number;
  validators: readonly L1ValidatorLine[];
}

interface RunwayTableProps {
  path: string;
  first: RunwayPage;
  /** Of all validators. */
  weight: string;
  /** nAVAX that a top-up command adds. */
  topUp: string | undefined;
  /** Address of the L1’s page. */
  href: string;
  startHref: string | undefined;
  csvHref: string;
}

/** Validators of an L1, the first to run out first, then the inactive ones. */
export function RunwayTable({ path, first, weight, topUp, href, startHref, csvHref }: RunwayTableProps) {
  return (
    <div>
      <InfiniteList<RunwayPage, L1ValidatorLine & { now: number }>
        path={path}
        first={first}
        rowsOf={({ time, validators }) => validators.map((validator) => ({ ...validator, now: time }))}
        idOf={({ validationId }) => validationId}
        caption="Runway of each validator, the shortest first"
        title={
          <>
            Runway{" "}
            <span className={PANEL_ASIDE}>
              {`left from chain time ${formatTime(first.time * 1000)}, at that moment’s fee`}
            </span>
          </>
        }
        actions={
          <>
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
            <CsvLink href={csvHref} small />
          </>
        }
        nouns={["validator", "validators"]}
        columns={COLUMNS}
        cells={(validator) => <Cells validator={validator} weight={weight} topUp={topUp} />}
        hrefAfter={({ validationId }) => withQuery<"l1">(href, { after: validationId })}
        startHref={startHref}
      />
    </div>
  );
}

interface CellsProps {
  validator: L1ValidatorLine & { now: number };
  weight: string;
  topUp: string | undefined;
}

function Cells({ validator, weight: all, topUp }: CellsProps) {
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
        {formatPercent(weight, all)}
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
          now={validator.now}
        />
      </Cell>
      <Cell right wide>
        {active && runsOutTimestamp !== undefined && formatDate(runsOutTimestamp * 1000)}
      </Cell>
      <Cell right>
        {topUp !== undefined && (
          <CopyCommand
            command={topUpCommand(validationId, BigInt(topUp))}
            label={active ? "Top up" : "Reactivate"}
            what={`command to ${active ? "top up" : "reactivate"} ${nodeId.slice(-6)}`}
          />
        )}
      </Cell>
    </>
  );
}
