"use client";

import Link from "next/link";
import { useStatus } from "@/components/live/use-status";
import { ChainTag } from "@/components/ui/chain-tag";
import { Name } from "@/components/ui/name";
import { Panel } from "@/components/ui/panel";
import { Cell, Row, Table } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";

const COLUMNS = [
  { label: "Chain" },
  { label: "Newest block", right: true },
  { label: "State", right: true },
  { label: "Age", right: true },
];

/** The indexed chains of L1s with their newest blocks; nothing without any. */
export function L1Chains({ initial }: { initial: FirnStatus }) {
  const { status = initial } = useStatus(initial);
  const chains = status.streams.filter(({ evm }) => evm !== undefined && !evm.isCChain);
  if (chains.length === 0) return null;
  return (
    <Panel
      title="L1 chains"
      aside={groupDigits(chains.length)}
      actions={
        <Link href={hrefTo("l1s")} prefetch={false}>
          All L1s
        </Link>
      }
    >
      <Table caption="Indexed chains of L1s" columns={COLUMNS}>
        {chains.map((chain) => (
          <ChainRow key={chain.stream} {...chain} />
        ))}
      </Table>
    </Panel>
  );
}

function ChainRow({ stream, state, behind = 0, indexedHead, evm }: StreamStatus) {
  const segment = evm?.chainId;
  const name = <Name>{evm?.name ?? stream}</Name>;
  return (
    <Row>
      <Cell at="a">
        <span className="flex items-center gap-2">
          <ChainTag chain="L1" />
          {segment === undefined ? (
            name
          ) : (
            <Link href={hrefTo("blocks", { chain: segment })} prefetch={false}>
              {name}
            </Link>
          )}
          <span className="text-id text-ink-3">{segment}</span>
        </span>
      </Cell>
      <Cell at="b" right>
        {indexedHead === undefined || segment === undefined ? (
          "none yet"
        ) : (
          <Link href={hrefTo("block", { chain: segment, id: indexedHead.height })} prefetch={false}>
            {groupDigits(indexedHead.height)}
          </Link>
        )}
      </Cell>
      <Cell at="c" right>
        {STATES[state]}
        {behind > 0 && `, ${plural(behind, "block")} behind`}
      </Cell>
      <Cell at="d" right>
        {indexedHead?.time !== undefined && <TimeAgo at={indexedHead.time * 1000} />}
      </Cell>
    </Row>
  );
}

const STATES = {
  starting: "starting",
  "catching-up": "catching up",
  following: "following",
  stopped: "stopped",
  "waiting-for-node": "waits for its node",
  unreadable: "cannot be read",
} satisfies Record<StreamStatus["state"], string>;
