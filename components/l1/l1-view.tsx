import type { ReactNode } from "react";
import type { EvmChain } from "@/components/evm/chain";
import type { CopySource } from "@/components/provenance/commands";
import { Banner } from "@/components/state/banner";
import { Avax } from "@/components/ui/amount";
import { classes } from "@/components/ui/classes";
import { PAIR, STACK } from "@/components/ui/layout";
import { Stat, Stats } from "@/components/ui/stats";
import type { FirnL1, L1ValidatorLine } from "@/lib/contract/firn/l1s";
import {
  formatAvax,
  formatDate,
  formatLeft,
  formatPercent,
  formatPercentLeft,
  formatShortLeft,
  formatTime,
  groupDigits,
  NARROW,
} from "@/lib/words/format";
import { CopyCommand } from "./copy-command";
import { L1Facts } from "./l1-facts";
import { L1Head } from "./l1-head";
import { isBelowQuorum, monthlyFee, QUORUM_PERCENT, runwayTo } from "./runway";
import { RunwayWords } from "./runway-bar";
import { topUpCommand } from "./top-up";

interface L1ViewProps {
  l1: FirnL1;
  evmChains: readonly EvmChain[];
  source: CopySource;
  /** Its validators, what they paid, and their changes. */
  runway: ReactNode;
  fees: ReactNode;
  changes: ReactNode;
  /** What its chains allow. */
  rules: ReactNode;
}

/** What a top-up command adds: 30 days at the fee now, nAVAX. Undefined where the fee is not known. */
export function topUpOf({ feePerSecondNavax: fee }: Pick<FirnL1, "feePerSecondNavax">): bigint | undefined {
  return fee === undefined ? undefined : monthlyFee(BigInt(fee));
}

/** An L1: how long its validators can pay, its chains and their changes. */
export function L1View({ l1, evmChains, source, runway, fees, changes, rules }: L1ViewProps) {
  const fee = l1.feePerSecondNavax === undefined ? undefined : BigInt(l1.feePerSecondNavax);
  const topUp = topUpOf(l1);
  return (
    <>
      <L1Head l1={l1} source={source} />
      <div className={STACK}>
        <RunOutBanner l1={l1} topUp={topUp} />
        <Figures l1={l1} fee={fee} />
        {runway}
        {topUp !== undefined && l1.validators.length > 0 && (
          <p className="text-small text-ink-3">
            {`A top-up command adds ${formatAvax(topUp)}: 30 days at the fee now. It runs in Ava Labs’ platform CLI with your own key.`}
          </p>
        )}
        {fees}
        <div className={classes(PAIR, "items-start")}>
          <L1Facts l1={l1} evmChains={evmChains} />
          {changes}
        </div>
        {rules}
      </div>
    </>
  );
}

/** Shown if the first validator to run out has less than 14 days left. */
function RunOutBanner({ l1, topUp }: { l1: FirnL1; topUp: bigint | undefined }) {
  const first = l1.validators.find(
    ({ active, runsOutTimestamp }) => active && runsOutTimestamp !== undefined,
  );
  if (first?.runsOutTimestamp === undefined) return null;
  const { seconds, level } = runwayTo(first.runsOutTimestamp, l1.time);
  if (level === "well") return null;
  return (
    <Banner
      tone={level === "critical" ? "bad" : "warn"}
      title={`${first.nodeId.slice(0, 15)}… stops validating in ${formatLeft(seconds * 1000)} of chain time`}
      {...(topUp !== undefined && {
        action: (
          <CopyCommand
            command={topUpCommand(first.validationId, topUp)}
            label="Copy top-up command"
            what="top-up command"
            plain={false}
          />
        ),
      })}
    >
      {describeLoss(l1, first)}
    </Banner>
  );
}

function describeLoss(l1: FirnL1, { weight }: L1ValidatorLine): string {
  const left = BigInt(l1.activeWeight) - BigInt(weight);
  const carried = formatPercent(weight, l1.weight);
  const stays = `It carries ${carried} of the weight. Without it, ${formatPercentLeft(left, l1.weight)} stays active`;
  return isBelowQuorum(left, BigInt(l1.weight))
    ? `${stays}, below the ${QUORUM_PERCENT}${NARROW}% of weight an ICM message needs.`
    : `${stays}.`;
}

function Figures({ l1, fee }: { l1: FirnL1; fee: bigint | undefined }) {
  const { firstRunsOutTimestamp: first, activeCount, inactiveCount, activeWeight, weight, time } = l1;
  const balance = l1.balanceNavax === undefined ? undefined : BigInt(l1.balanceNavax);
  const lasts =
    fee === undefined || balance === undefined || activeCount === 0
      ? undefined
      : balance / (fee * BigInt(activeCount));
  return (
    <Stats count={5}>
      {first === undefined ? (
        <Stat
          label="First to run out"
          {...(activeCount === 0
            ? { value: "none", detail: "no validator is active" }
            : { value: "not known" })}
        />
      ) : (
        <Stat
          label="First to run out"
          value={<RunwayWords runway={runwayTo(first, time)} />}
          detail={`${formatDate(first * 1000)}, chain time`}
          title={formatTime(first * 1000)}
        />
      )}
      <Stat
        label="Active validators"
        value={groupDigits(activeCount)}
        detail={`${groupDigits(inactiveCount)} inactive`}
      />
      <Stat
        label="Weight active"
        value={formatPercentLeft(activeWeight, weight).slice(0, -1).trimEnd()}
        unit="%"
        detail={`${groupDigits(activeWeight)} of ${groupDigits(weight)}`}
      />
      <Stat
        label="Fee now"
        value={fee === undefined ? "not known" : groupDigits(fee)}
        {...(fee !== undefined && { unit: "nAVAX/s", detail: `${formatAvax(monthlyFee(fee))} a month` })}
      />
      <Stat
        label="Balance, all"
        {...(balance === undefined
          ? { value: "not known" }
          : { value: <Avax value={balance} unit={false} />, unit: "AVAX" })}
        {...(lasts !== undefined && { detail: `lasts ${formatShortLeft(Number(lasts) * 1000)} at this fee` })}
      />
    </Stats>
  );
}
