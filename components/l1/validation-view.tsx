import Link from "next/link";
import type { ReactNode } from "react";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { Avax } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stats";
import { StatusPill } from "@/components/ui/status-pill";
import { TimeAgo } from "@/components/ui/time-ago";
import { OwnerRow } from "@/components/validator/owners";
import type { FirnValidation } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import {
  formatAvax,
  formatDuration,
  formatPercent,
  formatTime,
  groupDigits,
  headTail,
} from "@/lib/words/format";
import { monthlyFee, runwayTo } from "./runway";
import { RunwayBar, RunwayWords } from "./runway-bar";
import { TopUpPanel } from "./top-up-panel";

interface ValidationViewProps {
  validation: FirnValidation;
  l1Name: string | undefined;
  source: CopySource;
  /** Its history. */
  children: ReactNode;
}

/** One L1 validator, from registration to removal. */
export function ValidationView(props: ValidationViewProps) {
  const { validation, l1Name, children } = props;
  const { validationId, feePerSecondNavax: fee, removedTimestamp } = validation;
  return (
    <>
      <ValidationHead {...props} />
      <Figures validation={validation} />
      <div className={classes(COLUMNS, "mt-6")}>
        <div className={STACK}>
          <Panel
            title="Runway"
            aside={`left from chain time ${formatTime(validation.time * 1000)}, at that moment’s fee`}
            padded
          >
            <RunwayBar
              active={validation.active}
              runsOut={validation.runsOutTimestamp}
              inactiveSince={validation.inactiveSinceTimestamp ?? removedTimestamp}
              now={validation.time}
            />
          </Panel>
          {children}
        </div>
        <div className={STACK}>
          <Facts validation={validation} l1Name={l1Name} />
          {fee !== undefined && removedTimestamp === undefined && (
            <TopUpPanel validationId={validationId} navax={monthlyFee(BigInt(fee))} />
          )}
        </div>
      </div>
    </>
  );
}

function ValidationHead({ validation, l1Name, source }: Omit<ValidationViewProps, "children">) {
  const { validationId, nodeId, subnetId } = validation;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="L1" />
          <Link href={hrefTo("l1s")} prefetch={false}>
            L1s
          </Link>
          <Slash />
          <Link href={hrefTo("l1", { id: subnetId })} prefetch={false}>
            {l1Name ?? <span className="font-mono text-mono">{headTail(subnetId)}</span>}
          </Link>
          <Slash />
          <span>Validation</span>
        </>
      }
      title={<span className="wrap-anywhere">{`L1 validator ${headTail(nodeId)}`}</span>}
      actions={<CopyAs {...source} path={hrefTo("validation", { id: validationId })} />}
      idline={
        <>
          <State validation={validation} />
          <span>
            registered <TimeAgo at={validation.registeredTimestamp * 1000} ago focusable />
          </span>
          <HashLink value={validationId} full label="validation" />
        </>
      }
    />
  );
}

function State({ validation: { active, removedTimestamp } }: { validation: FirnValidation }) {
  if (active) return <StatusPill status="accepted" word="Validating" />;
  if (removedTimestamp !== undefined) return <StatusPill status="unlikely" word="Removed" />;
  return <StatusPill status="unchecked" word="Inactive" />;
}

function Figures({ validation }: { validation: FirnValidation }) {
  const { balanceNavax, weight, weightPercent, runsOutTimestamp, time, active, points } = validation;
  const paidIn = points.reduce((sum, point) => sum + BigInt(point.paidInNavax), 0n);
  const back = points.reduce((sum, point) => sum + BigInt(point.paidBackNavax ?? 0), 0n);
  const fees = balanceNavax === undefined ? undefined : paidIn - back - BigInt(balanceNavax);
  return (
    <Stats count={5}>
      <Stat
        label="Runs out in, chain time"
        value={
          active && runsOutTimestamp !== undefined ? (
            <RunwayWords runway={runwayTo(runsOutTimestamp, time)} />
          ) : (
            "not active"
          )
        }
        {...(runsOutTimestamp !== undefined && { detail: formatTime(runsOutTimestamp * 1000) })}
      />
      <Amounted label="Balance" navax={balanceNavax === undefined ? undefined : BigInt(balanceNavax)} />
      <Stat
        label="Weight"
        value={groupDigits(weight)}
        detail={
          weightPercent === undefined
            ? "none of the active weight"
            : `${formatPercent(weightPercent, 100)} of the active weight`
        }
      />
      <Amounted
        label="Paid in"
        navax={paidIn}
        detail={back === 0n ? "nothing returned" : `${formatAvax(back)} returned`}
      />
      <Amounted
        label="Fees so far"
        navax={fees}
        detail={`in ${formatDuration((endOf(validation) - validation.registeredTimestamp) * 1000)}`}
      />
    </Stats>
  );
}

/** When it was removed, or the head's time if it was not. */
function endOf({ removedTimestamp, time }: FirnValidation): number {
  return removedTimestamp ?? time;
}

function Amounted(props: { label: string; navax: bigint | undefined; detail?: string }) {
  const { label, navax, detail } = props;
  if (navax === undefined) return <Stat label={label} value="not known" />;
  return (
    <Stat
      label={label}
      value={<Avax value={navax} unit={false} />}
      unit="AVAX"
      {...(detail !== undefined && { detail })}
    />
  );
}

function Facts({ validation, l1Name }: Pick<ValidationViewProps, "validation" | "l1Name">) {
  const { nodeId, subnetId, registrationTxHash, removalTxHash, removedTimestamp } = validation;
  return (
    <Panel title="Validation">
      <KeyValue look="stacked">
        <Fact label="Node">
          <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node" grain />
        </Fact>
        <Fact label="L1">
          <HashLink
            value={subnetId}
            href={hrefTo("l1", { id: subnetId })}
            label="subnet"
            {...(l1Name !== undefined && { name: l1Name })}
          />
        </Fact>
        <Fact label="Registered">
          <HashLink
            value={registrationTxHash}
            href={hrefTo("tx", { chain: "p", id: registrationTxHash })}
            label="transaction"
          />
        </Fact>
        {removalTxHash !== undefined && removedTimestamp !== undefined && (
          <Fact label="Removed" aside={formatTime(removedTimestamp * 1000)}>
            <HashLink
              value={removalTxHash}
              href={hrefTo("tx", { chain: "p", id: removalTxHash })}
              label="transaction"
            />
          </Fact>
        )}
        <OwnerRow label="Balance returns to" owner={validation.remainingBalanceOwner} />
        <OwnerRow label="Disabled by" owner={validation.deactivationOwner} />
        <Fact label="Next nonce at least">{groupDigits(validation.minNonce)}</Fact>
        <Fact label="Id in hex">
          <HashLink value={validation.validationIdHex} label="validation" />
        </Fact>
        <Fact label="BLS key">
          <HashLink value={validation.publicKey} label="key" />
        </Fact>
      </KeyValue>
    </Panel>
  );
}
