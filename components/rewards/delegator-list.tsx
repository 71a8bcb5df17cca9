"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { AddressLink } from "@/components/ui/address-link";
import { Avax } from "@/components/ui/amount";
import { Cell } from "@/components/ui/table";
import type { DelegatorSum } from "@/lib/contract/firn/rewards";
import { withQuery } from "@/lib/contract/pages";
import { groupDigits, plural } from "@/lib/words/format";

/** As the API answers it. */
interface DelegatorPage extends TokenPage {
  delegators: readonly DelegatorSum[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Owner of rewards", bar: 140 },
  { label: "Delegated now, AVAX", right: true, bar: 80 },
  { label: "Earned, AVAX", right: true, bar: 80 },
  { label: "Fee of it, AVAX", right: true, bar: 80 },
  { label: "Expected, AVAX", right: true, bar: 80, wide: true },
];

/** Who delegated to a node: what each earned, and what the node kept. */
export function DelegatorList(props: {
  path: string;
  first: DelegatorPage;
  /** Address of the page from the first delegator on. */
  href: string;
  startHref: string | undefined;
}) {
  const { path, first, href, startHref } = props;
  return (
    <InfiniteList<DelegatorPage, DelegatorSum>
      path={path}
      first={first}
      title="Delegators"
      rowsOf={({ delegators }) => delegators}
      idOf={({ rank }) => `delegator-${rank}`}
      caption="Delegators, who earned most first"
      nouns={["delegator", "delegators"]}
      columns={COLUMNS}
      cells={(sum) => <Cells sum={sum} />}
      hrefAfter={({ rank }) => withQuery<"rewards">(href, { after: rank })}
      startHref={startHref}
      ending=", who earned most first"
      note="The fee is what the validator kept of rewards that were paid. Since Cortina it is paid to the validator when its own period ends."
    />
  );
}

function Cells({ sum }: { sum: DelegatorSum }) {
  const { addresses, delegationCount, activeCount, amountDelegated, earned, fee, expected } = sum;
  const [first, ...more] = addresses;
  return (
    <>
      <Cell at="a">
        <span className="flex min-w-0 items-center gap-2">
          {first === undefined ? (
            <span className="text-ink-3">nobody</span>
          ) : (
            <AddressLink address={`P-${first}`} copy={false} />
          )}
          {more.length > 0 && (
            <span className="text-ink-3 text-small" title={more.join("\n")}>{`and ${more.length} more`}</span>
          )}
        </span>
      </Cell>
      <Cell right at="b">
        <span>
          <Avax value={amountDelegated} unit={false} />
          <span className="text-small text-ink-3">{` in ${groupDigits(activeCount)} of ${plural(delegationCount, "stake")}`}</span>
        </span>
      </Cell>
      <Cell right at="c">
        <span>
          <span className="m:hidden">earned </span>
          <Avax value={earned} unit={false} />
        </span>
      </Cell>
      <Cell right at="d">
        <span>
          <span className="m:hidden">fee </span>
          <OrUnknown value={fee} />
        </span>
      </Cell>
      <Cell right wide>
        <OrUnknown value={expected} />
      </Cell>
    </>
  );
}

function OrUnknown({ value }: { value: string | undefined }) {
  return value === undefined ? (
    <span className="text-ink-3">not known</span>
  ) : (
    <Avax value={value} unit={false} />
  );
}
