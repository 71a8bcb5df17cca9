import Link from "next/link";
import type { ReactNode } from "react";
import { runwayTo } from "@/components/l1/runway";
import { RunwayWords } from "@/components/l1/runway-bar";
import { CopyAs } from "@/components/provenance/copy-as";
import { Amount } from "@/components/ui/amount";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { COLUMNS, LIST_ROWS, STACK } from "@/components/ui/layout";
import { Name } from "@/components/ui/name";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stats";
import { type Status, StatusPill } from "@/components/ui/status-pill";
import { tone } from "@/components/ui/tone";
import type { FirnValidator, ValidatorPeriod } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import {
  formatAvax,
  formatPercent,
  groupDigits,
  headTail,
  NARROW,
  plural,
  shortenTotal,
} from "@/lib/words/format";
import { KeysPanel } from "./keys-panel";
import { OwnerRow } from "./owners";
import { PeriodPanel } from "./period-panel";
import { StakePanel } from "./stake-panel";
import { formatUptime, UPTIME_REQUIRED_PERCENT } from "./uptime";

export interface ValidatorViewProps {
  validator: FirnValidator;
  /** Names of the L1s it validates, by subnet id. */
  l1Names: Readonly<Record<string, string>>;
  /** Same-origin path of its JSON, and a command for it. */
  jsonPath: string;
  curl: string;
  /** Lists below the period. */
  children: ReactNode;
}

/** A node: its stake, its periods and owners, and where else it validates. */
export function ValidatorView({ validator, l1Names, jsonPath, curl, children }: ValidatorViewProps) {
  const { period, nodeId } = validator;
  return (
    <>
      <ValidatorHead validator={validator} jsonPath={jsonPath} curl={curl} />
      {period !== undefined && <Figures validator={validator} period={period} />}
      <div className={classes(COLUMNS, "mt-6")}>
        <div className={STACK}>
          {period !== undefined && (
            <>
              <StakePanel period={period} />
              <PeriodPanel validator={validator} period={period} />
            </>
          )}
          {children}
        </div>
        <div className={STACK}>
          {period !== undefined && <Owners period={period} />}
          {period?.blsCredentials !== undefined && <KeysPanel {...period.blsCredentials} />}
          <AlsoValidates validator={validator} l1Names={l1Names} />
          {period === undefined && (
            <Panel title="Node">
              <KeyValue look="tight">
                <Fact label="Id">
                  <HashLink value={nodeId} label="node" />
                </Fact>
                <Fact label="Primary Network">never a validator</Fact>
              </KeyValue>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

const STATES = {
  active: { status: "accepted", word: "Validating" },
  pending: { status: "processing", word: "Will validate" },
  completed: { status: "ruledOut", word: "No longer validates" },
  removed: { status: "unlikely", word: "Removed" },
} as const satisfies Record<ValidatorPeriod["status"], { status: Status; word: string }>;

function ValidatorHead({ validator, jsonPath, curl }: Omit<ValidatorViewProps, "children" | "l1Names">) {
  const { nodeId, period, connected, isOwnNode } = validator;
  const ends = period?.status === "active" && period.endTimestamp !== undefined;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="P" />
          <Link href={hrefTo("validators")} prefetch={false}>
            Validators
          </Link>
          <Slash />
          <span>{period === undefined ? "L1s and subnets" : "Primary Network"}</span>
        </>
      }
      title={<span className="wrap-anywhere">{nodeId}</span>}
      actions={
        <>
          <CopyAs jsonPath={jsonPath} curl={curl} path={hrefTo("validator", { id: nodeId })} />
          {period !== undefined && (
            <Link className={button()} href={hrefTo("rewards", { id: nodeId })} prefetch={false}>
              Reward statement
            </Link>
          )}
          {ends && (
            <a className={button()} href={hrefTo("validatorCalendar", { id: nodeId })} download>
              <Icon name="cal" />
              Add end date to calendar
            </a>
          )}
        </>
      }
      idline={
        <>
          {period !== undefined && <StatusPill {...STATES[period.status]} />}
          {isOwnNode && <span>This is your node</span>}
          {!isOwnNode && connected !== undefined && (
            <span className={connected ? tone("ok") : tone("warn")}>
              <Icon name={connected ? "plug" : "dash"} />
              {connected ? "Connected to this node" : "Not connected to this node"}
            </span>
          )}
        </>
      }
    />
  );
}

function Figures({ validator, period }: { validator: FirnValidator; period: ValidatorPeriod }) {
  const stake = BigInt(period.weight) + BigInt(period.delegatedWeight);
  const { uptimePercent, stakePercent } = validator;
  return (
    <Stats count={3 + Number(period.status === "active") + Number(period.room !== undefined)}>
      <Navax
        label="Stake"
        navax={stake}
        detail={stakePercent === undefined ? undefined : `${formatPercent(stakePercent, 100)} of the network`}
      />
      {period.status === "active" && (
        <Stat
          label={validator.isOwnNode ? "Uptime, seen by its peers" : "Uptime, seen by this node"}
          value={uptimePercent === undefined ? "not known" : formatUptime(uptimePercent)}
          {...(uptimePercent !== undefined && { unit: "%" })}
          detail={`${UPTIME_REQUIRED_PERCENT}${NARROW}% needed for a reward`}
        />
      )}
      <Stat
        label="Delegation fee"
        value={period.delegationFeePercent ?? "none"}
        {...(period.delegationFeePercent !== undefined && { unit: "%" })}
        detail={plural(period.delegatorCount, "delegator")}
      />
      {period.room !== undefined && (
        <Navax
          label="Room for delegation"
          navax={BigInt(period.room)}
          detail={period.weightLimit && `limit ${formatShort(BigInt(period.weightLimit))}`}
        />
      )}
      <Reward period={period} />
    </Stats>
  );
}

/** The own stake's reward, fixed at the start, and the validator's share of delegators' rewards. */
function Reward({ period }: { period: ValidatorPeriod }) {
  const { potentialReward, accruedDelegateeReward = "0", estimatedDelegateeReward = "0", status } = period;
  const label = status === "active" ? "Reward if uptime holds" : "Potential reward";
  if (potentialReward === undefined) return <Stat label={label} value="none" />;
  const fees = BigInt(accruedDelegateeReward) + BigInt(estimatedDelegateeReward);
  const detail =
    period.rewarded === undefined
      ? "own stake, plus fees"
      : period.rewarded
        ? "paid"
        : "not paid: uptime too low";
  return <Navax label={label} navax={BigInt(potentialReward) + fees} detail={detail} />;
}

/** At most two decimals, the whole amount in the title. */
function Navax({ label, navax, detail }: { label: string; navax: bigint; detail?: string | undefined }) {
  const { value, unit } = shortenTotal(navax, 9);
  return (
    <Stat
      label={label}
      value={
        unit === "" && navax % 1_000_000_000n !== 0n && navax < 1_000_000_000_000n ? (
          <Amount value={navax} decimals={9} />
        ) : (
          value
        )
      }
      unit={`${unit}${unit && " "}AVAX`}
      title={formatAvax(navax)}
      {...(detail !== undefined && { detail })}
    />
  );
}

function formatShort(navax: bigint): string {
  const { value, unit } = shortenTotal(navax, 9);
  return unit === "" ? value : `${value} ${unit}`;
}

function Owners({ period }: { period: ValidatorPeriod }) {
  const { validationRewardOwner, delegationRewardOwner } = period;
  if (validationRewardOwner === undefined) return null;
  return (
    <Panel title="Owners">
      <KeyValue look="stacked">
        <OwnerRow label="Validation reward" owner={validationRewardOwner} />
        {delegationRewardOwner !== undefined && (
          <OwnerRow label="Delegation reward" owner={delegationRewardOwner} />
        )}
        <Fact label="Staked by">
          <HashLink
            value={period.txHash}
            href={hrefTo("tx", { chain: "p", id: period.txHash })}
            label="transaction"
          />
        </Fact>
        {period.endTxHash !== undefined && (
          <Fact label="Ended by">
            <HashLink
              value={period.endTxHash}
              href={hrefTo("tx", { chain: "p", id: period.endTxHash })}
              label="transaction"
            />
          </Fact>
        )}
      </KeyValue>
    </Panel>
  );
}

const ROWS =
  "*:grid *:grid-cols-[auto_minmax(0,1fr)_auto] *:items-center *:gap-2.5 *:px-5 *:py-[9px] *:text-cell max-m:*:px-4 max-m:*:py-2.5";

/** Subnets and L1s, current ones first. */
function AlsoValidates({ validator, l1Names }: Pick<ValidatorViewProps, "validator" | "l1Names">) {
  const { subnetPeriods, l1Validations, time } = validator;
  const running = subnetPeriods.filter(({ status }) => status === "active" || status === "pending");
  if (running.length + l1Validations.length === 0) return null;
  return (
    <Panel title="Also validates">
      <ol className={classes(LIST_ROWS, ROWS)}>
        {l1Validations.map(({ validationId, subnetId, active, weight, runsOutTimestamp }) => (
          <li key={validationId}>
            <ChainTag chain="L1" />
            <Link href={hrefTo("validation", { id: validationId })} prefetch={false} title={subnetId}>
              {l1Names[subnetId] !== undefined ? (
                <Name>{l1Names[subnetId]}</Name>
              ) : (
                <span className="font-mono text-mono">{headTail(subnetId)}</span>
              )}
            </Link>
            {active && runsOutTimestamp !== undefined ? (
              <span className="text-small">
                <RunwayWords runway={runwayTo(runsOutTimestamp, time)} /> of chain time left
              </span>
            ) : (
              <span className="text-small text-ink-3">
                {active ? "active" : weight === "0" ? "removed" : "inactive"}
              </span>
            )}
          </li>
        ))}
        {running.map(({ txHash, subnetId, status, weight }) => (
          <li key={txHash}>
            <ChainTag chain="P" />
            <Link href={hrefTo("l1", { id: subnetId })} prefetch={false}>
              <span className="font-mono text-mono">{headTail(subnetId)}</span>
            </Link>
            <span className="text-small text-ink-3">{`${status}, weight ${groupDigits(weight)}`}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
