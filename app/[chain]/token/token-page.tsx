import { readCodeSize } from "@/app/[chain]/code-size";
import { sourceOf } from "@/app/[chain]/commands";
import {
  isNftCollection,
  type LoadedContract,
  readHolders,
  readMediaSchemes,
  readNfts,
  readToken,
} from "@/app/[chain]/token/contract";
import type { FoundContract } from "@/app/[chain]/token/find";
import { readTransfers } from "@/app/[chain]/token/transfers";
import { failureOf, toResult } from "@/app/server";
import { HistoryNote } from "@/components/evm/history-note";
import {
  listsTokens,
  queryOfTokenPage,
  type TokenPageParams,
  type TokenTab,
} from "@/components/evm/list-params";
import { NftFinder } from "@/components/evm/nft/nft-finder";
import { NftList } from "@/components/evm/nft/nft-list";
import { tokensOf } from "@/components/evm/nft/nft-page";
import { ContractFacts } from "@/components/evm/token/contract-facts";
import { ContractHead } from "@/components/evm/token/contract-head";
import { HolderList } from "@/components/evm/token/holder-list";
import { TokenStats } from "@/components/evm/token/token-stats";
import { TokenTabs } from "@/components/evm/token/token-tabs";
import { TransferPanel } from "@/components/evm/token/transfer-panel";
import { CsvLink } from "@/components/list/csv-link";
import { DayFilter } from "@/components/list/day-filter";
import { queryOfDays } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { FILTERS, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getContractMetadata } from "@/lib/contract/data/evm-contracts";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** The page of a token contract: what is known of it, and one of its lists. */
export async function TokenContractPage({ found }: { found: FoundContract | FirnError }) {
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title="Token" />
        <Failure what="this token" failure={failureOf(found)} />
      </>
    );
  }
  const { chain, contract, isCollection, position } = found;
  const address = { chain: chain.segment, contract: contract.address };
  const path = hrefTo(isCollection ? "collection" : "token", address);
  const jsonPath = fillRoute(getContractMetadata, {
    params: { chainId: chain.evmChainId, address: contract.address },
  });
  const [token, codeSize] = await Promise.all([
    toResult(readToken(chain.evmChainId, contract.address)),
    readCodeSize(chain.evmChainId, contract.address),
  ]);
  const figures = token instanceof FirnError ? undefined : token;
  const queryOf = (params: TokenPageParams) => queryOfTokenPage(params, isCollection);
  const days = position.tab === "transfers" ? { from: position.from, to: position.to } : {};
  return (
    <>
      <ContractHead chain={chain} contract={contract} href={path} source={await sourceOf(jsonPath)} />
      <HistoryNote chain={chain} of="both" />
      <div className={STACK}>
        {token instanceof FirnError && token.code !== "NOT_FOUND" && (
          <Failure what="the token’s figures" failure={failureOf(token)} />
        )}
        {figures !== undefined && (
          <TokenStats chain={chain} token={figures} mediaSchemes={await readMediaSchemes()} />
        )}
        <ContractFacts chain={chain} contract={contract} token={figures} codeSize={codeSize} />
        <div>
          <div className={FILTERS}>
            <TokenTabs href={path} tab={position.tab} owner={position.owner} isCollection={isCollection} />
            {listsTokens(position.tab) && <NftFinder href={path} tab={position.tab} owner={position.owner} />}
            {position.tab === "transfers" && (
              <DayFilter
                {...queryOfDays(position)}
                hrefWithout={(name) =>
                  withQuery<"collection">(path, queryOf({ tab: "transfers", ...days, [name]: undefined }))
                }
                action={path}
                kept={[
                  ...new URLSearchParams(
                    withQuery<"collection">(path, queryOf({ tab: "transfers" })).split("?")[1],
                  ),
                ]}
              />
            )}
            <div className="ml-auto">
              <CsvLink
                href={hrefTo("tokenCsv", address, {
                  list: CSV_LISTS[position.tab],
                  owner: position.owner,
                  ...queryOfDays(days),
                })}
              />
            </div>
          </div>
          <TokenLists {...found} params={position} href={path} token={figures} />
        </div>
      </div>
    </>
  );
}

const CSV_LISTS = {
  gallery: "tokens",
  table: "tokens",
  transfers: undefined,
  holders: "holders",
} as const satisfies Record<TokenTab, string | undefined>;

interface TokenListsProps extends LoadedContract {
  params: TokenPageParams;
  href: string;
  /** Absent for a contract whose tokens never moved. */
  token: FirnToken | undefined;
}

async function TokenLists({ chain, contract, params, href, token }: TokenListsProps) {
  const { tab, before, after, owner, from, to } = params;
  const isCollection = isNftCollection(contract.ercType);
  const startHref =
    after === undefined
      ? undefined
      : withQuery<"collection">(href, queryOfTokenPage({ tab, owner }, isCollection));
  if (tab === "transfers") {
    const transfers = await toResult(
      readTransfers(chain, contract.address, { from, to, ...(before !== undefined && { before }) }),
    );
    if (transfers instanceof FirnError) return <Failure what="transfers" failure={failureOf(transfers)} />;
    return (
      <TransferPanel
        chain={chain}
        path={transfers.path}
        first={transfers.page}
        href={withQuery<"collection">(href, queryOfTokenPage({ tab, from, to }, isCollection))}
        areOfDays={(from ?? to) !== undefined}
        unit={"symbol" in contract && !isCollection ? (contract.symbol ?? "") : ""}
        hasIds={isCollection}
        newest={before === undefined}
      />
    );
  }
  if (tab === "holders") {
    const holders = await toResult(readHolders(chain.evmChainId, contract.address, after));
    if (holders instanceof FirnError && holders.code !== "NOT_FOUND")
      return <Failure what="holders" failure={failureOf(holders)} />;
    if (holders instanceof FirnError) return <Nothing title="No list of holders">{holders.message}.</Nothing>;
    if (token === undefined || holders.page.holders.length === 0) return <Nothing title="No holders here" />;
    return (
      <HolderList
        chain={chain}
        token={token}
        path={holders.path}
        first={holders.page}
        href={href}
        startHref={startHref}
      />
    );
  }
  const tokens = await toResult(readNfts(chain, contract.address, { owner, after }));
  if (tokens instanceof FirnError) return <Failure what="tokens" failure={failureOf(tokens)} />;
  if (tokensOf(tokens.page).length === 0)
    return owner === undefined || after !== undefined ? (
      <Nothing title="No tokens here" />
    ) : (
      <Nothing title="No tokens here">This address has no token of the collection.</Nothing>
    );
  return (
    <NftList
      chain={chain}
      path={tokens.path}
      first={tokens.page}
      href={href}
      as={tab}
      owner={owner}
      startHref={startHref}
      mediaSchemes={await readMediaSchemes()}
    />
  );
}

function Nothing({
  title,
  children = "There is nothing after this position.",
}: {
  title: string;
  children?: React.ReactNode;
}) {
  return (
    <Panel label={title}>
      <EmptyState title={title}>{children}</EmptyState>
    </Panel>
  );
}
