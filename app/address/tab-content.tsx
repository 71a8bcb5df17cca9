import { listL1Chains } from "@/app/[chain]/evm-chain";
import { failureOf, toResult } from "@/app/server";
import { AddressTxs } from "@/components/address/address-txs";
import { ChainSeg } from "@/components/address/chain-seg";
import { isOfAccount, TABS } from "@/components/address/tabs";
import { listsToQuery, queryOfFilter } from "@/components/address/tx-filter";
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

/** The tab of an address page that `?tab=` names. */
export function TabContent(props: TabProps) {
  const { tab } = props.asked;
  if (tab === "txs") return <TxsTab {...props} />;
  if (isOfAccount(tab)) return <AccountTab {...props} tab={tab} />;
  if (props.identity.key === undefined) return <NoForm what={TABS[tab]} form="P- and X-Chain" />;
  return tab === "utxos" ? <UtxosTab {...props} /> : <StakingTab {...props} />;
}

async function TxsTab({ identity, status, asked, href }: TabProps) {
  const { filter, position } = asked;
  const { chain, l1, ...rest } = filter;
  const [page, l1s] = await Promise.all([
    toResult(readAddressTxs(identity, filter, { position })),
    listL1Chains(),
  ]);
  const list = withQuery<"address">(href, { tab: "txs" });
  const lists = listsToQuery({ ...(chain && { chain }), ...(l1 && { l1 }) }, TYPES_BY_LIST);
  const types = new Set(lists.flatMap(({ list }) => TYPES_BY_LIST[list]));
  const symbol = l1s.find(({ segment }) => segment === l1)?.symbol ?? "AVAX";
  return (
    <>
      <ChainSeg
        href={withQuery<"address">(list, queryOfFilter(rest))}
        chain={l1 ?? chain}
        l1s={l1s}
        filters={
          <TxFilters
            path={hrefTo("address", { address: identity.canonical })}
            kept={{ tab: "txs", at: asked.at }}
            filter={filter}
            types={[...types]}
          />
        }
      />
      {page instanceof FirnError ? (
        <Failure what="transactions" failure={failureOf(page)} />
      ) : page.rows.length === 0 ? (
        <Nothing title="No transactions here" status={status} />
      ) : (
        <div className={COLUMNS}>
          <div>
            <AddressTxs
              path={hrefTo("addressTxs", { address: identity.canonical }, queryOfFilter(filter))}
              first={page}
              href={withQuery<"address">(list, queryOfFilter(filter))}
              symbol={symbol}
            />
          </div>
          <Rail identity={identity} status={status} l1={l1} />
        </div>
      )}
    </>
  );
}
