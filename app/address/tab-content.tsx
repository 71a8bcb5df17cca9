import { listL1Chains } from "@/app/[chain]/evm-chain";
import { settle, troubleOf } from "@/app/server";
import { AddressTxs } from "@/components/address/address-txs";
import { ChainSeg } from "@/components/address/chain-seg";
import { isOfAccount, TABS } from "@/components/address/tabs";
import { listsAsked, queryOfFilter } from "@/components/address/tx-filter";
import { TxFilters } from "@/components/address/tx-filters";
import { Failure } from "@/components/state/failure";
import { COLUMNS } from "@/components/ui/layout";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { AccountTab } from "./account-tab";
import { Rail } from "./rail";
import { StakingTab } from "./staking-tab";
import { NoForm, Nothing, type TabProps } from "./tab";
import { TYPES_BY_LIST } from "./tx-types";
import { readAddressTxs } from "./txs";
import { UtxosTab } from "./utxos-tab";

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
        <div className={COLUMNS}>
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
