import { readEvents } from "@/app/[chain]/events/events";
import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { Part, soon } from "@/app/part";
import { api, failureOf, toResult } from "@/app/server";
import { ACCOUNT_LISTS, type AccountListName } from "@/components/address/account-lists";
import { ChainSeg } from "@/components/address/chain-seg";
import { AccountList } from "@/components/address/later";
import { RightsThrough } from "@/components/address/rights-through";
import { TABS } from "@/components/address/tabs";
import { timesOf } from "@/components/address/tx-filter";
import type { EvmChain } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { Minted } from "@/components/evm/minted";
import { DayFilter } from "@/components/list/day-filter";
import { Banner } from "@/components/state/banner";
import { Failure } from "@/components/state/failure";
import { FILTERS } from "@/components/ui/layout";
import { NATIVE_MINTER } from "@/lib/avalanche/evm/precompiles";
import { listCollectibleBalances, listErc20Balances } from "@/lib/contract/data/evm-balances";
import { listContractDeployments } from "@/lib/contract/data/evm-contracts";
import { listInternalTransactions } from "@/lib/contract/data/evm-transactions";
import { listApprovals, listGotApprovals, listRightsThrough } from "@/lib/contract/firn/approvals";
import { listAddressTransfers } from "@/lib/contract/firn/transfers";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits } from "@/lib/words/format";
import { NoChain, NoForm, Nothing, type TabProps } from "./tab";

const PAGE_ROWS = 25;

const ROUTES = {
  transfers: listAddressTransfers,
  tokens: listErc20Balances,
  nfts: listCollectibleBalances,
  approvals: listApprovals,
  spends: listGotApprovals,
  internal: listInternalTransactions,
  deployed: listContractDeployments,
} as const satisfies Record<AccountListName, unknown>;

/** What the account has and did on the EVM side of the C-Chain, or on an L1. */
export async function AccountTab(props: TabProps & { tab: AccountListName }) {
  const { identity, status, asked, tab } = props;
  const { account } = identity;
  if (account === undefined) return <NoForm what={TABS[tab]} form="0x" unread={identity.unread} />;
  const [evm, l1s] = await Promise.all([toResult(findEvmChain(asked.filter.l1 ?? "c")), listL1Chains()]);
  if (evm instanceof FirnError) return <Failure what={TABS[tab]} failure={failureOf(evm)} />;
  if (evm === undefined) return <NoChain l1={asked.filter.l1} what={TABS[tab]} />;
  const params = { chainId: evm.evmChainId, address: account };
  const route = ROUTES[tab];
  const times = tab === "transfers" ? timesOf(asked.filter) : {};
  const query = {
    ...asked.starts,
    ...(tab === "transfers" && { startTimestamp: times.from, endTimestamp: times.to }),
    pageSize: PAGE_ROWS,
  };
  const page = await toResult(api().get(route, { params, query }));
  const href = withQuery<"address">(props.href, { tab });
  const chained = withQuery<"address">(href, { chain: asked.filter.l1 });
  const { from, to } = asked.filter;
  const list = tab === "transfers" ? withQuery<"address">(chained, { from, to }) : chained;
  const isStarted = Object.keys(asked.starts).length > 0;
  return (
    <>
      {l1s.length > 0 && (
        <ChainSeg href={href} chain={asked.filter.l1 ?? "c"} all={false} letters={["c"]} l1s={l1s} />
      )}
      {tab === "transfers" && (
        <div className={FILTERS}>
          <DayFilter
            {...{ from, to }}
            hrefWithout={(name) => withQuery<"address">(list, { [name]: undefined })}
            action={chained.split("?")[0] ?? ""}
            kept={[...new URLSearchParams(chained.split("?")[1])]}
          />
        </div>
      )}
      <HistoryNote chain={evm} of="lists" named />
      {"untracedTo" in page && page.untracedTo !== undefined && (
        <div className="mb-4">
          <Banner tone="warn" title="Some may be missing">
            The node has not traced all blocks up to {groupDigits(page.untracedTo)}. Firn retries
            automatically.
          </Banner>
        </div>
      )}
      {"unread" in page && page.unread.length > 0 && (
        <div className="mb-4">
          <Banner tone="warn" title="Some may be missing">
            An older version of Firn stored these blocks without approvals: {page.unread.join("; ")}.
          </Banner>
        </div>
      )}
      {page instanceof FirnError ? (
        <Failure what={TABS[tab]} failure={failureOf(page)} />
      ) : ACCOUNT_LISTS[tab].rowsOf(page, evm).length === 0 ? (
        <Nothing title={ACCOUNT_LISTS[tab].empty} status={status} chains={[evm.segment]} />
      ) : (
        <AccountList
          list={tab}
          chain={evm}
          path={fillRoute(route, { params, query })}
          first={page}
          href={list}
          start={asked.starts.before}
          startHref={isStarted ? list : undefined}
        />
      )}
      {tab === "spends" && <RightsOf chain={evm} account={account} />}
      {tab === "internal" && evm.tag !== "C" && <MintedTo chain={evm} account={account} />}
    </>
  );
}

/** What the account may have moved by contracts such as Permit2. */
async function RightsOf({ chain, account }: { chain: EvmChain; account: string }) {
  const params = { chainId: chain.evmChainId, address: account };
  const list = toResult(api().get(listRightsThrough, { params, query: { pageSize: PAGE_ROWS } }));
  const { answer } = await soon("store", { answer: list });
  return (
    <Part what="rights through other contracts" answer={answer}>
      {(page) => <RightsThrough chain={chain} page={page} />}
    </Part>
  );
}

/** What an L1 minted to the account, from the events of its minter. */
async function MintedTo({ chain, account }: { chain: EvmChain; account: string }) {
  const filter = {
    address: NATIVE_MINTER.address,
    topic0: NATIVE_MINTER.mintedTopic,
    topic2: `0x${account.slice(2).toLowerCase().padStart(64, "0")}`,
  };
  const list = toResult(readEvents(chain, { ...filter, order: "desc" }, { pageSize: PAGE_ROWS }));
  const { answer } = await soon("store", { answer: list });
  return (
    <Part what="minted coins" answer={answer}>
      {({ page }) => (
        <Minted chain={chain} page={page} href={hrefTo("events", { chain: chain.segment }, filter)} />
      )}
    </Part>
  );
}
