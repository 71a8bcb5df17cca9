import { notFound, permanentRedirect } from "next/navigation";
import { sourceOf } from "@/app/[chain]/commands";
import {
  isNftCollection,
  type LoadedContract,
  loadContract,
  readHolders,
  readMediaSchemes,
  readNfts,
  readToken,
} from "@/app/[chain]/token/contract";
import { readTransfers } from "@/app/[chain]/token/transfers";
import { settle, troubleOf } from "@/app/server";
import { queryOfTokenPage, readTokenPageParams, type TokenPageParams } from "@/components/evm/list-params";
import { NftList } from "@/components/evm/nft/nft-list";
import { ContractFacts } from "@/components/evm/token/contract-facts";
import { ContractHead } from "@/components/evm/token/contract-head";
import { HolderList } from "@/components/evm/token/holder-list";
import { TokenFigures } from "@/components/evm/token/token-figures";
import { TokenTabs } from "@/components/evm/token/token-tabs";
import { TransferPanel } from "@/components/evm/token/transfer-panel";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getContractMetadata } from "@/lib/contract/data/evm-contracts";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

interface TokenPageProps {
  /** How the address names the page: a token's or a collection's. */
  noun: "token" | "nft";
  segment: string;
  address: string;
  search: SearchParams;
}

/** The page of a token contract: what is known of it, and one of its lists. */
export async function TokenContractPage({ noun, segment, address, search }: TokenPageProps) {
  const found = await settle(loadContract(segment, address));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title="Token" />
        <Failure what="this token" trouble={troubleOf(found)} />
      </>
    );
  }
  const { chain, contract } = found;
  const isCollection = isNftCollection(contract.ercType);
  const params = readTokenPageParams(search, isCollection);
  if (params === undefined || contract.ercType === "UNKNOWN" || (noun === "nft" && !isCollection)) notFound();
  const href = `/${chain.segment}/${isCollection ? "nft" : "token"}/${contract.address}`;
  const query = queryOfTokenPage(params, isCollection);
  if (href !== `/${segment}/${noun}/${address}`) permanentRedirect(query === "" ? href : `${href}?${query}`);
  const jsonPath = fillRoute(getContractMetadata, {
    params: { chainId: chain.evmChainId, address: contract.address },
  });
  const token = await settle(readToken(chain.evmChainId, contract.address));
  const figures = token instanceof FirnError ? undefined : token;
  return (
    <>
      <ContractHead chain={chain} contract={contract} href={href} source={sourceOf(jsonPath)} />
      <div className="stackp">
        {figures !== undefined && <TokenFigures token={figures} fetched={await readMediaSchemes()} />}
        <ContractFacts chain={chain} contract={contract} token={figures} />
        <div>
          <div className="filters">
            <TokenTabs href={href} tab={params.tab} isCollection={isCollection} />
          </div>
          <TokenLists {...found} params={params} href={href} token={figures} />
        </div>
      </div>
    </>
  );
}

interface TokenListsProps extends LoadedContract {
  params: TokenPageParams;
  href: string;
  /** Absent of a contract none of whose tokens was ever moved. */
  token: FirnToken | undefined;
}

async function TokenLists({ chain, contract, params, href, token }: TokenListsProps) {
  const { tab, before, after } = params;
  const isCollection = isNftCollection(contract.ercType);
  if (tab === "transfers") {
    const transfers = await settle(
      readTransfers(chain, contract.address, before === undefined ? {} : { before }),
    );
    if (transfers instanceof FirnError) return <Failure what="transfers" trouble={troubleOf(transfers)} />;
    return (
      <TransferPanel
        chain={chain}
        path={transfers.path}
        first={transfers.page}
        href={href}
        unit={"symbol" in contract && !isCollection ? (contract.symbol ?? "") : ""}
        hasIds={isCollection}
        newest={before === undefined}
      />
    );
  }
  if (tab === "holders") {
    const holders = await settle(readHolders(chain.evmChainId, contract.address, after));
    if (holders instanceof FirnError && holders.code !== "NOT_FOUND")
      return <Failure what="holders" trouble={troubleOf(holders)} />;
    if (holders instanceof FirnError || token === undefined || holders.page.holders.length === 0)
      return <Nothing title="No holders here" />;
    return <HolderList token={token} path={holders.path} first={holders.page} href={href} />;
  }
  const tokens = await settle(readNfts(chain, contract.address, after === undefined ? {} : { after }));
  if (tokens instanceof FirnError) return <Failure what="tokens" trouble={troubleOf(tokens)} />;
  if (tokens.page.tokens.length === 0) return <Nothing title="No tokens here" />;
  return (
    <NftList
      chain={chain}
      path={tokens.path}
      first={tokens.page}
      href={href}
      as={tab}
      fetched={await readMediaSchemes()}
    />
  );
}

function Nothing({ title }: { title: string }) {
  return (
    <Panel label={title}>
      <EmptyState title={title}>Nothing stands behind the one that the address names.</EmptyState>
    </Panel>
  );
}
