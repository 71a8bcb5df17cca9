import { sourceOf } from "@/app/[chain]/commands";
import { readHistory, readNftHolders, readNftLife } from "@/app/[chain]/nft/life";
import { readMediaSchemes } from "@/app/[chain]/token/contract";
import type { FoundNft } from "@/app/[chain]/token/find";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import { nameOfNft } from "@/components/evm/nft/metadata-state";
import { NftHistory } from "@/components/evm/nft/nft-history";
import { NftHolders } from "@/components/evm/nft/nft-holders";
import { NftView } from "@/components/evm/nft/nft-view";
import { nameOfContract } from "@/components/evm/token/contract-head";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { getTokenDetails } from "@/lib/contract/data/nfts";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail, plural } from "@/lib/words/format";

export const generateMetadata = defineTitle("nft", ({ found }) =>
  found instanceof FirnError ? "Token" : titleOf(found),
);

export default definePage("nft", NftPage);

async function NftPage({ params, found }: PageProps<"nft">) {
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title="Token" />
        <Failure what="this token" failure={failureOf(found)} />
      </>
    );
  }
  const { chain, contract, token, before, after } = found;
  const tokenParams = { chainId: chain.evmChainId, address: contract.address, tokenId: token.tokenId };
  const isShared = token.ercType === "ERC-1155";
  const [life, history, holders, fetched] = await Promise.all([
    toResult(readNftLife(chain, token)),
    toResult(readHistory(chain, token, before)),
    isShared ? toResult(readNftHolders(chain, token, after)) : undefined,
    readMediaSchemes(),
  ]);
  return (
    <NftView
      {...found}
      source={await sourceOf(fillRoute(getTokenDetails, { params: tokenParams }))}
      title={titleOf(found)}
      firnNft={life instanceof FirnError ? undefined : life}
      mediaSchemes={fetched}
      holderCount={after === "" ? countHolders(holders) : undefined}
      holders={
        holders instanceof FirnError ? (
          <Failure what="the holders" failure={failureOf(holders)} />
        ) : (
          holders && (
            <NftHolders
              chain={chain}
              href={hrefTo("nft", params)}
              path={holders.path}
              first={holders.page}
              isStart={after === ""}
            />
          )
        )
      }
      history={
        history instanceof FirnError ? (
          <Failure what="the history" failure={failureOf(history)} />
        ) : (
          <NftHistory
            chain={chain}
            href={hrefTo("nft", params)}
            path={history.path}
            first={history.page}
            newest={before === ""}
          />
        )
      }
    />
  );
}

/** How many holders there are, as far as the first page tells. */
function countHolders(holders: Awaited<ReturnType<typeof readNftHolders>> | FirnError | undefined) {
  if (holders === undefined || holders instanceof FirnError) return undefined;
  const { holders: rows, nextPageToken } = holders.page;
  if (rows.length === 0) return "nobody";
  return nextPageToken === undefined ? plural(rows.length, "holder") : `more than ${rows.length}`;
}

function titleOf({ contract, token }: FoundNft): string {
  return nameOfNft(token) ?? `${nameOfContract(contract)} ${headTail(token.tokenId)}`;
}
