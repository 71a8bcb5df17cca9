import Link from "next/link";
import { sourceOf } from "@/app/[chain]/commands";
import { withSentences } from "@/app/[chain]/txs/sentences";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { readAssetTxs } from "@/app/x/asset/assets";
import { AssetFacts, AssetHolders, AssetStats } from "@/components/asset/asset-view";
import { AvaxSupply } from "@/components/asset/avax-supply";
import { CsvLink } from "@/components/list/csv-link";
import { TxList } from "@/components/list/tx/tx-list";
import { CopyAs } from "@/components/provenance/copy-as";
import { Failure } from "@/components/state/failure";
import { GapNote } from "@/components/state/gap-note";
import { EmptyState } from "@/components/state/state";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { STACK } from "@/components/ui/layout";
import { cleanName, Name } from "@/components/ui/name";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getAvaxSupply } from "@/lib/contract/data/avax-supply";
import { getAsset } from "@/lib/contract/firn/assets";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";

const PAGE_ROWS = 25;

export const generateMetadata = defineTitle("asset", ({ params: { id }, found }) =>
  found instanceof FirnError
    ? `X-Chain asset ${headTail(id)}`
    : `${cleanName(found.name) || headTail(id)}, X-Chain asset`,
);

export default definePage("asset", AssetPage);

async function AssetPage({ params: { id }, query: { before }, found: asset }: PageProps<"asset">) {
  if (asset instanceof FirnError)
    return (
      <>
        <PageHead title={`X-Chain asset ${headTail(id)}`} />
        <Failure what="this asset" failure={failureOf(asset)} />
      </>
    );
  const { assetId } = asset;
  const jsonPath = fillRoute(getAsset, { params: { assetId } });
  const path = hrefTo("asset", { id: assetId });
  const [status, supply, txs, source] = await Promise.all([
    readStatus(),
    asset.isAvax ? toResult(api().get(getAvaxSupply, { params: {} })) : undefined,
    toResult(readTxs(assetId, before)),
    sourceOf(jsonPath),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="X" />
            <Link href={hrefTo("assets")} prefetch={false}>
              X-Chain assets
            </Link>
            <Slash />
            <span>Asset</span>
          </>
        }
        title={<Name>{cleanName(asset.name) === "" ? headTail(assetId) : asset.name}</Name>}
        idline={<HashLink value={assetId} full label="asset" />}
        actions={
          <>
            <CsvLink href={hrefTo("assetTxsCsv", { id: assetId }, { before })} />
            <CopyAs {...source} path={path} />
          </>
        }
      />
      {!(status instanceof FirnError) && <GapNote status={status} chain="x" />}
      <div className={STACK}>
        <AssetStats asset={asset} />
        {supply instanceof FirnError ? (
          <Failure what="how much AVAX there is" failure={failureOf(supply)} />
        ) : (
          supply && <AvaxSupply supply={supply} />
        )}
        <AssetFacts asset={asset} />
        <AssetHolders asset={asset} />
        {txs instanceof FirnError ? (
          <Failure what="transactions" failure={failureOf(txs)} />
        ) : txs.page.rows.length === 0 ? (
          <Panel label="Transactions">
            <EmptyState title="No transactions here">
              {before === undefined
                ? "No X-Chain transaction that Firn has moved this asset."
                : "Nothing follows this position."}
            </EmptyState>
          </Panel>
        ) : (
          <div>
            <TxList
              chain="x"
              path={txs.path}
              first={txs.page}
              assetId={assetId}
              caption="Transactions of this asset, newest first"
              {...(before === undefined ? { newestHref: path } : {})}
            />
          </div>
        )}
      </div>
    </>
  );
}

async function readTxs(assetId: string, before: string | undefined) {
  const { page, path } = await readAssetTxs(assetId, { before, pageSize: PAGE_ROWS });
  return { page: await withSentences("x", page), path };
}
