"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ListedContract } from "@/lib/contract/firn/chain-lists";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { CodeSize } from "../code-size";
import { endingOf } from "../history";
import type { ContractListParams } from "./list-query";

/** As the API answers it. */
export interface ContractPage extends TokenPage {
  contracts: readonly ListedContract[];
}

interface ContractListProps {
  chain: EvmChain;
  path: string;
  first: ContractPage;
  params: ContractListParams;
}

/** Contracts of a chain in the order of their creation. */
export function ContractList({ chain, path, first, params }: ContractListProps) {
  const { segment } = chain;
  const { order } = params;
  const ending = endingOf(chain);
  const words = order === "desc" ? "newest first" : "oldest first";
  return (
    <InfiniteList<ContractPage, ListedContract>
      path={path}
      first={first}
      rowsOf={({ contracts }) => contracts}
      idOf={({ contract }) => contract.address}
      caption={`${chain.name} contracts, ${words}`}
      nouns={["contract", "contracts"]}
      columns={[
        ...COLUMNS,
        {
          label: "Created",
          bar: 40,
          right: true,
          sortHref: hrefTo("contracts", { chain: segment }, order === "desc" ? { order: "asc" } : {}),
          sorted: order === "desc" ? "descending" : "ascending",
        },
      ]}
      cells={(row) => <Cells chain={chain} row={row} />}
      hrefAfter={({ contract }) =>
        hrefTo(
          "contracts",
          { chain: segment },
          { order: order === "asc" ? order : undefined, after: contract.address },
        )
      }
      startHref={
        params.after === undefined
          ? undefined
          : hrefTo("contracts", { chain: segment }, order === "asc" ? { order } : {})
      }
      ending={order === "desc" && ending !== undefined ? ending : `, ${words}`}
    />
  );
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Contract", bar: 140 },
  { label: "Kind", bar: 56 },
  { label: "Creator", bar: 120, wide: true },
  { label: "Transaction", bar: 120, wide: true },
  { label: "Code", bar: 48, right: true, wide: true },
  { label: "Transactions, last day", bar: 48, right: true },
];

function Cells({ chain, row }: { chain: EvmChain; row: ListedContract }) {
  const { contract, ercType, codeSize, created, createdBy, transactionsOfDay } = row;
  return (
    <>
      <Cell at="a">
        <AccountLink chain={chain} account={contract} />
      </Cell>
      <Cell at="c">{ercType === "UNKNOWN" ? "Contract" : ercType}</Cell>
      <Cell wide>
        {created !== undefined && <AccountLink chain={chain} account={createdBy ?? created.creator} />}
      </Cell>
      <Cell wide>
        {created !== undefined && (
          <HashLink
            value={created.txHash}
            href={hrefTo("tx", { chain: chain.segment, id: created.txHash })}
            label="transaction"
          />
        )}
      </Cell>
      <Cell right wide>
        <CodeSize bytes={codeSize} />
      </Cell>
      <Cell right at="d">
        {transactionsOfDay === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <span>
            {groupDigits(transactionsOfDay)}
            <span className="m:hidden"> in the last day</span>
          </span>
        )}
      </Cell>
      <Cell right at="b">
        {created !== undefined && <TimeAgo at={created.timestamp * 1000} />}
      </Cell>
    </>
  );
}
