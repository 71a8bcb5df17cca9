import { listL1Chains } from "@/app/[chain]/evm-chain";
import { settle, troubleOf } from "@/app/server";
import { AddressTxs } from "@/components/address/address-txs";
import { ChainSeg } from "@/components/address/chain-seg";
import { isOfAccount, TABS } from "@/components/address/tabs";
import { listsAsked, queryOfFilter } from "@/components/address/tx-filter";
import { TxFilters } from "@/components/address/tx-filters";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { groupDigits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { AccountTab } from "./account-tab";
import type { Identity } from "./identity";
import type { AddressParams } from "./params";
import { Rail } from "./rail";
import { StakingTab } from "./staking-tab";
import { TYPES_BY_LIST } from "./tx-types";
import { readAddressTxs } from "./txs";
import { UtxosTab } from "./utxos-tab";

/** What every part of an address page is made from. */
export interface TabProps {
  identity: Identity;
  status: FirnStatus;
  asked: AddressParams;
  /** `/address/…`. */
  path: string;
  /** `&at=…`, kept from tab to tab. */
  suffix: string;
}

/** The part of an address page that `?tab=` names. */
export function TabContent(props: TabProps) {
  const { tab } = props.asked;
  if (tab === "txs") return <TxsTab {...props} />;
  if (isOfAccount(tab)) return <AccountTab {...props} tab={tab} />;
  if (props.identity.key === undefined) return <NoForm what={TABS[tab]} form="P- and X-Chain" />;
  return tab === "utxos" ? <UtxosTab {...props} /> : <StakingTab {...props} />;
}

async function TxsTab({ identity, status, asked, path, suffix }: TabProps) {
  const { filter, position } = asked;
  const { chain, l1, ...rest } = filter;
  const [page, l1s] = await Promise.all([
    settle(readAddressTxs(identity, filter, { position })),
    listL1Chains(),
  ]);
  const query = queryOfFilter(filter);
  const others = queryOfFilter(rest);
  const lists = listsAsked({ ...(chain && { chain }), ...(l1 && { l1 }) }, TYPES_BY_LIST);
  const types = new Set(lists.flatMap(({ list }) => TYPES_BY_LIST[list]));
  const symbol = l1s.find(({ segment }) => segment === l1)?.symbol ?? "AVAX";
  return (
    <>
      <ChainSeg
        href={`${path}?tab=txs${others && `&${others}`}${suffix}`}
        chain={l1 ?? chain}
        l1s={l1s}
        filters={
          <TxFilters
            path={path}
            kept={{ tab: "txs", ...(asked.at !== "" && { at: asked.at }) }}
            filter={filter}
            types={[...types]}
          />
        }
      />
      {page instanceof FirnError ? (
        <Failure what="transactions" trouble={troubleOf(page)} />
      ) : page.rows.length === 0 ? (
        <Nothing title="No transactions here" status={status} />
      ) : (
        <div className="cols">
          <div>
            <AddressTxs
              path={withQuery(hrefTo("addressTxs", { address: identity.canonical }), query)}
              first={page}
              href={`${path}?tab=txs${query && `&${query}`}${suffix}`}
              symbol={symbol}
            />
          </div>
          <Rail identity={identity} status={status} path={path} l1={l1} />
        </div>
      )}
    </>
  );
}

/** The list was asked and is empty: says up to which blocks Firn looked. */
export function Nothing({ title, status }: { title: string; status: FirnStatus }) {
  const heads = status.streams.flatMap(({ stream, indexedHead }) =>
    indexedHead === undefined || !stream.endsWith("/block")
      ? []
      : [`${stream.slice(0, 1)}-Chain block ${groupDigits(indexedHead.height)}`],
  );
  return (
    <Panel label={title}>
      <EmptyState title={title}>
        {heads.length === 0
          ? "Firn has not stored a block yet."
          : `Firn has looked up to ${heads.join(", ")}.`}
      </EmptyState>
    </Panel>
  );
}

/** The form that a list is about is not known: no key has been recovered that tells it. */
export function NoForm({ what, form }: { what: string; form: string }) {
  return (
    <Panel label={what}>
      <EmptyState title={`The ${form} form of this address is not known`}>
        Only a public key tells both forms, and this one has signed nothing that Firn has indexed. If you know
        the other form, search for it.
      </EmptyState>
    </Panel>
  );
}
