import Link from "next/link";
import { Avax } from "@/components/ui/amount";
import { formatAvax, groupDigits } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnL1, FirnValidation } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";

type Change = FirnValidation["points"][number];

/** A change in words. A change of weight says the new weight. */
export function describeChange(change: Change): string {
  const { txType, weight, paidInNavax, paidBackNavax } = change;
  const paidIn = BigInt(paidInNavax);
  const back = paidBackNavax === undefined ? 0n : BigInt(paidBackNavax);
  switch (txType) {
    case undefined:
      return "Balance ran out";
    case "IncreaseL1ValidatorBalanceTx":
      return `Topped up with ${formatAvax(paidIn)}`;
    case "SetL1ValidatorWeightTx":
      return weight === "0"
        ? `Removed${back === 0n ? "" : `, ${formatAvax(back)} returned`}`
        : `Weight set to ${groupDigits(weight)}`;
    case "DisableL1ValidatorTx":
      return `Disabled by its owner${back === 0n ? "" : `, ${formatAvax(back)} returned`}`;
    default:
      return `Registered with ${paidIn === 0n ? "no balance" : formatAvax(paidIn)}`;
  }
}

/** Most changes shown for an L1. A validation’s own page has all of its changes. */
const RECENT = 8;

/** The latest changes of all validators of an L1. */
export function ChangesPanel({ changes }: { changes: FirnL1["changes"] }) {
  return (
    <Panel
      title="Recent changes"
      {...(changes.length > RECENT && { note: "Older changes are on each validation’s page." })}
    >
      <Table
        caption="Recent changes"
        columns={[
          { label: "What happened" },
          { label: "Validation", wide: true },
          { label: "Age", right: true },
        ]}
      >
        {changes.slice(0, RECENT).map((change) => (
          <Row key={`${change.height} ${change.txHash ?? ""} ${change.validationId}`}>
            <Cell at="a" wraps>
              <span>
                <WhatHappened change={change} />
                <span className="block text-small text-ink-3">{change.txType ?? "no transaction"}</span>
              </span>
            </Cell>
            <Cell wide>
              <HashLink
                value={change.validationId}
                href={hrefTo("validation", { id: change.validationId })}
                label="validation"
              />
            </Cell>
            <Cell right at="b">
              <TimeAgo at={change.timestamp * 1000} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

/** Links to the transaction, or to the block if no transaction caused the change. */
function WhatHappened({ change }: { change: Change }) {
  const { txHash, height } = change;
  const href =
    txHash === undefined
      ? hrefTo("block", { chain: "p", id: height })
      : hrefTo("tx", { chain: "p", id: txHash });
  return (
    <Link href={href} prefetch={false}>
      {describeChange(change)}
    </Link>
  );
}

const LIFE_COLUMNS = [
  { label: "What happened" },
  { label: "Block", right: true, wide: true },
  { label: "Weight after", right: true },
  { label: "Balance after, AVAX", right: true },
  { label: "Age", right: true },
];

/** Every change of one validation, newest first. */
export function LifePanel({ points }: { points: readonly Change[] }) {
  return (
    <Panel title="Life" aside="every change of weight and balance, newest first">
      <Table caption="Changes of weight and balance, newest first" columns={LIFE_COLUMNS}>
        {points.map((point) => (
          <Row key={`${point.height} ${point.txHash ?? ""}`}>
            <Cell at="a" wraps>
              <span>
                <WhatHappened change={point} />
                <span className="block text-small text-ink-3">{point.txType ?? "no transaction"}</span>
              </span>
            </Cell>
            <Cell right wide>
              <Link href={hrefTo("block", { chain: "p", id: point.height })} prefetch={false}>
                {groupDigits(point.height)}
              </Link>
            </Cell>
            <Cell right at="d">
              <span>
                <span className="m:hidden">weight </span>
                {groupDigits(point.weight)}
              </span>
            </Cell>
            <Cell right at="c">
              {point.balanceNavax === undefined ? (
                <span className="text-ink-3">not known</span>
              ) : (
                <span>
                  <Avax value={point.balanceNavax} unit={false} />
                  <span className="m:hidden"> AVAX left</span>
                </span>
              )}
            </Cell>
            <Cell right at="b">
              <TimeAgo at={point.timestamp * 1000} />
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
