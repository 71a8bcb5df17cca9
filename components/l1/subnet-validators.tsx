"use client";

import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import type { ValidatorLine } from "@/lib/contract/firn/validators";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatTime, groupDigits } from "@/lib/words/format";

const COLUMNS: readonly ListColumn[] = [
  { label: "Validator", bar: 140 },
  { label: "Weight", bar: 64, right: true },
  { label: "Ends", bar: 96, right: true },
];

type SubnetValidatorPage = TokenPage & { validators: readonly ValidatorLine[] };

interface SubnetValidatorsProps {
  path: string;
  first: SubnetValidatorPage;
  /** Address of the subnet’s page. */
  href: string;
  startHref: string | undefined;
  csvHref: string;
}

/** Validators of a subnet that run now, the largest first. */
export function SubnetValidators({ path, first, href, startHref, csvHref }: SubnetValidatorsProps) {
  return (
    <div>
      <InfiniteList<SubnetValidatorPage, ValidatorLine>
        path={path}
        first={first}
        rowsOf={({ validators }) => validators}
        idOf={({ nodeId }) => nodeId}
        caption="Validators of the subnet, the largest first"
        title="Validators"
        actions={<CsvLink href={csvHref} small />}
        nouns={["validator", "validators"]}
        columns={COLUMNS}
        cells={({ nodeId, weight, delegatedWeight, endTimestamp }) => (
          <>
            <Cell at="a">
              <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} label="node" />
            </Cell>
            <Cell right at="b">
              {groupDigits(BigInt(weight) + BigInt(delegatedWeight))}
            </Cell>
            <Cell right at="d">
              {endTimestamp === undefined ? "renews" : formatTime(endTimestamp * 1000)}
            </Cell>
          </>
        )}
        hrefAfter={({ rank }) => withQuery<"l1">(href, { after: rank })}
        startHref={startHref}
      />
    </div>
  );
}
