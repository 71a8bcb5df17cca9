"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { PChainUtxo } from "@/lib/contract/data/p-chain";
import type { Utxo } from "@/lib/contract/data/utxo";
import type { HistoryGap } from "@/lib/contract/firn/status";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { type UtxoRow, utxoRowOf } from "./utxo-row";
import { stateOf } from "./utxo-state";

const COLUMNS: readonly ListColumn[] = [
  { label: "Amount", bar: 96 },
  { label: "UTXO", bar: 120, wide: true },
  { label: "Created by", bar: 120 },
  { label: "State", bar: 140 },
  { label: "Signatures", bar: 64, right: true, wide: true },
  { label: "Age", bar: 32, right: true },
];

/** A page of rows, or one from the API. */
export type UtxoPage = TokenPage & { rows: readonly UtxoRow[] };
type AnyPage = UtxoPage | (TokenPage & { utxos: readonly (PChainUtxo | Utxo)[] });

interface AddressUtxosProps {
  chain: Chain;
  /** cb58 ids of the chains, to name those that an output is between. */
  chains: readonly { letter: Chain; id: string }[];
  path: string;
  first: UtxoPage;
  href: string;
  startHref: string | undefined;
  /** Chain time, unix seconds, which decides about locks. Undefined when unknown. */
  now: number | undefined;
  /** Beginnings of chains that Firn does not have. */
  gaps: readonly HistoryGap[];
}

/** Unspent outputs on one chain, newest first. */
export function AddressUtxos({ chain, chains, path, first, now, gaps, ...props }: AddressUtxosProps) {
  const letterOf = (id: string) => chains.find((each) => each.id === id)?.letter;
  return (
    <InfiniteList<AnyPage, UtxoRow>
      path={path}
      first={first}
      rowsOf={(page) => ("rows" in page ? page.rows : page.utxos.map(utxoRowOf))}
      idOf={({ utxoId }) => utxoId}
      caption={`UTXOs of this address on the ${CHAINS[chain].name}, newest first`}
      nouns={["UTXO", "UTXOs"]}
      columns={COLUMNS}
      cells={(row) => (
        <UtxoCells
          row={row}
          createdOnChain={letterOf(row.createdOn)}
          state={stateOf(row, { target: letterOf(row.consumedOn), now, gaps })}
        />
      )}
      hrefAfter={({ txHash, outputIndex }) =>
        withQuery<"address">(props.href, { before: `${txHash}:${outputIndex}` })
      }
      startHref={props.startHref}
    />
  );
}

interface UtxoCellsProps {
  row: UtxoRow;
  createdOnChain: Chain | undefined;
  state: string;
}

function UtxoCells({ row, createdOnChain, state }: UtxoCellsProps) {
  const { txHash, outputIndex, time, threshold, owners } = row;
  return (
    <>
      <Cell at="a">
        {row.form === "transfer" ? (
          <Amount value={row.amount} decimals={row.decimals} unit={row.symbol || "units"} />
        ) : (
          `${FORMS[row.form] ?? row.form} ${row.symbol}`
        )}
      </Cell>
      <Cell wide>
        <HashLink value={row.utxoId} label="UTXO id" />
      </Cell>
      <Cell at="c">
        <HashLink
          value={txHash}
          label="transaction id"
          {...(createdOnChain === undefined
            ? {}
            : { href: hrefTo("tx", { chain: createdOnChain, id: txHash }) })}
        />
        <span className="text-ink-3"> output {outputIndex}</span>
      </Cell>
      <Cell at="e">{state}</Cell>
      <Cell right wide>{`${threshold} of ${owners}`}</Cell>
      <Cell right at="b">
        {time === undefined ? <span className="text-ink-3">not known</span> : <TimeAgo at={time * 1000} />}
      </Cell>
    </>
  );
}

const FORMS: Record<string, string> = { mint: "Right to mint", owned: "Property", nft: "NFT" };
