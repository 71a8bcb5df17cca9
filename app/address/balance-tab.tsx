import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { Part, soon } from "@/app/part";
import { api, failureOf, toResult } from "@/app/server";
import { BALANCE_DAYS } from "@/components/address/balance-row";
import { ChainSeg } from "@/components/address/chain-seg";
import { BalanceHistory } from "@/components/address/later";
import { TABS } from "@/components/address/tabs";
import type { TxFilter } from "@/components/address/tx-filter";
import { readChartTime } from "@/components/chart/chart-time";
import { WEI_DECIMALS } from "@/components/evm/chain";
import { HistoryNote } from "@/components/evm/history-note";
import { Failure } from "@/components/state/failure";
import { CHAINS } from "@/components/ui/chains";
import { listAddressBalances } from "@/lib/contract/firn/balances";
import { withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import type { Identity } from "./identity";
import { NoChain, NoForm, Nothing, type TabProps } from "./tab";

/** The balance on one chain over time. Neither a slow node nor a silent one holds the page. */
export async function BalanceTab({ identity, status, asked, ...props }: TabProps) {
  const { starts, filter } = asked;
  const segment = balanceChainOf(identity, filter);
  const [chain, l1s] = await Promise.all([toResult(findBalanceChain(identity, segment)), listL1Chains()]);
  const href = withQuery<"address">(props.href, { tab: "balance" });
  const seg = <ChainSeg href={href} chain={segment} all={false} l1s={l1s} />;
  if (chain instanceof FirnError) return <Failure what="this chain" failure={failureOf(chain)} />;
  if (chain === undefined)
    return (
      <>
        {seg}
        <NoChain l1={filter.l1} what={TABS.balance} />
      </>
    );
  if (chain.address === undefined)
    return (
      <>
        {seg}
        <NoForm what={TABS.balance} form={chain.form} unread={identity.unread} />
      </>
    );
  const request = balancesRequest(chain.address, segment, {
    before: starts.before === undefined ? undefined : readChartTime(starts.before),
    pageSize: BALANCE_DAYS,
  });
  const { answer } = await soon(chain.evm === undefined ? "store" : "node", {
    answer: toResult(api().get(listAddressBalances, request)),
  });
  const list = withQuery<"address">(href, { chain: segment });
  // Of an EVM chain only the ends of days are known, and of days left out or not indexed nothing is.
  const isWhole =
    chain.evm === undefined &&
    starts.before === undefined &&
    !(status.gaps ?? []).some((gap) => gap.chain === segment);
  return (
    <>
      {seg}
      {chain.evm && <HistoryNote chain={chain.evm} of="lists" named />}
      <Part what="the balance over time" answer={answer}>
        {(first) =>
          first.points.every(({ balance }) => balance === "0") && first.nextPageToken === undefined ? (
            <Nothing
              title={
                isWhole
                  ? `This address has never had ${chain.symbol} here`
                  : `This address had no ${chain.symbol} at the end of any of these days`
              }
              status={status}
              chains={[segment]}
            />
          ) : (
            <BalanceHistory
              key={`${segment} ${starts.before}`}
              chain={chain.name}
              symbol={chain.symbol}
              decimals={chain.decimals}
              source={chain.evm === undefined ? "outputs" : "node"}
              hasStakes={segment === "p"}
              path={fillRoute(listAddressBalances, request)}
              first={first}
              href={list}
              isStarted={starts.before !== undefined}
            />
          )
        }
      </Part>
    </>
  );
}

/** Path segment of the chain whose balance is shown: the one asked for, or the first on which the address has a form. */
export function balanceChainOf({ key }: Identity, { chain, l1 }: TxFilter): string {
  return l1 ?? chain ?? (key === undefined ? "c" : "p");
}

const AVAX_DECIMALS = 9;

/** A chain's coin, and the address's form there if it is known. Undefined if the chain is not indexed. @throws FirnError */
export async function findBalanceChain({ key, account }: Identity, segment: string) {
  if (segment === "p" || segment === "x")
    return {
      name: CHAINS[segment].name,
      symbol: "AVAX",
      decimals: AVAX_DECIMALS,
      address: key,
      form: "P- and X-Chain",
      evm: undefined,
    };
  const evm = await findEvmChain(segment);
  return (
    evm && {
      name: evm.name,
      symbol: evm.symbol,
      decimals: WEI_DECIMALS,
      address: account,
      form: "0x",
      evm,
    }
  );
}

/** The request for days of a chain. */
export function balancesRequest(
  address: string,
  chain: string,
  page: { before?: number | undefined; pageToken?: string | undefined; pageSize: number },
) {
  return { params: { address }, query: { chain, ...page } };
}
