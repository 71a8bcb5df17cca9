import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { failureOf, toResult } from "@/app/server";
import { AddressTxs } from "@/components/address/address-txs";
import { ChainSeg } from "@/components/address/chain-seg";
import { isL1List } from "@/components/address/merged";
import { isOfAccount, isOfContract, TABS } from "@/components/address/tabs";
import { listsToQuery, queryOfFilter } from "@/components/address/tx-filter";
import { TxFilters } from "@/components/address/tx-filters";
import { HistoryNote } from "@/components/evm/history-note";
import { Failure } from "@/components/state/failure";
import { CHAIN_LETTERS } from "@/components/ui/chains";
import { COLUMNS } from "@/components/ui/layout";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { AccountTab } from "./account-tab";
import { BalanceTab } from "./balance-tab";
import { ContractTab } from "./contract-tab";
import { EventsTab } from "./events-tab";
import { Rail } from "./rail";
import { StakingTab } from "./staking-tab";
import { NoChain, NoForm, Nothing, type TabProps } from "./tab";
import { TYPES_BY_LIST } from "./tx-types";
import { activeL1s, readAddressTxs } from "./txs";
import { UtxosTab } from "./utxos-tab";

/** The tab of an address page that `?tab=` names. */
export function TabContent(props: TabProps) {
  const { tab } = props.asked;
  if (tab === "txs") return <TxsTab {...props} />;
  if (tab === "balance") return <BalanceTab {...props} />;
  if (tab === "events") return <EventsTab {...props} />;
  if (isOfContract(tab)) return <ContractTab {...props} tab={tab} />;
  if (isOfAccount(tab)) return <AccountTab {...props} tab={tab} />;
  const { key, unread } = props.identity;
  if (key === undefined) return <NoForm what={TABS[tab]} form="P- and X-Chain" unread={unread} />;
  return tab === "utxos" ? <UtxosTab {...props} /> : <StakingTab {...props} />;
}

/** Transactions beside what the address holds. Both are asked for at once. */
function TxsTab(props: TabProps) {
  const { identity, status, asked } = props;
  return (
    <>
      <TxsHead {...props} />
      <div className={COLUMNS}>
        <div>
          <Txs {...props} />
        </div>
        <Rail identity={identity} status={status} l1={asked.filter.l1} />
      </div>
    </>
  );
}

async function TxsHead({ identity, asked, href }: TabProps) {
  const { filter } = asked;
  const { chain, l1, ...rest } = filter;
  const l1s = await listL1Chains();
  const shown = l1 === undefined && chain === undefined ? ["c", ...activeL1s(identity)] : [l1 ?? "c"];
  const chains = await Promise.all(shown.map((segment) => toResult(findEvmChain(segment))));
  const list = withQuery<"address">(href, { tab: "txs" });
  const lists = listsToQuery({ ...(chain && { chain }), ...(l1 && { l1 }) }, TYPES_BY_LIST);
  const types = new Set(lists.flatMap(({ list }) => (isL1List(list) ? [] : TYPES_BY_LIST[list])));
  return (
    <>
      <ChainSeg
        href={withQuery<"address">(list, queryOfFilter(rest))}
        chain={l1 ?? chain}
        l1s={l1s}
        filters={
          <TxFilters
            path={hrefTo("address", { address: identity.canonical }, { chain: undefined })}
            kept={{ tab: "txs", at: asked.at }}
            filter={filter}
            types={[...types]}
          />
        }
      />
      {identity.account !== undefined &&
        chains.map(
          (evm) =>
            evm !== undefined &&
            !(evm instanceof FirnError) && <HistoryNote key={evm.evmChainId} chain={evm} of="lists" named />,
        )}
    </>
  );
}

async function Txs({ identity, status, asked, href }: TabProps) {
  const { filter, position } = asked;
  const { chain, l1 } = filter;
  const [page, evm] = await Promise.all([
    toResult(readAddressTxs(identity, filter, { position })),
    l1 === undefined ? undefined : toResult(findEvmChain(l1)),
  ]);
  if (page instanceof FirnError) return <Failure what="transactions" failure={failureOf(page)} />;
  if (l1 !== undefined && evm === undefined) return <NoChain l1={l1} what="Transactions" />;
  const one = l1 ?? chain;
  if (page.rows.length === 0)
    return (
      <Nothing
        title="No transactions here"
        status={status}
        chains={one === undefined ? [...CHAIN_LETTERS, ...activeL1s(identity)] : [one]}
      />
    );
  const list = withQuery<"address">(href, { tab: "txs" });
  const whole = withQuery<"address">(list, queryOfFilter(filter));
  return (
    <AddressTxs
      path={hrefTo("addressTxs", { address: identity.canonical }, queryOfFilter(filter))}
      first={page}
      href={whole}
      startHref={Object.keys(position).length === 0 ? undefined : whole}
      symbol={evm === undefined || evm instanceof FirnError ? "AVAX" : evm.symbol}
    />
  );
}
