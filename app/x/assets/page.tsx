import type { Metadata } from "next";
import { definePage, type PageProps } from "@/app/define-page";
import { failureOf, readStatus, toResult } from "@/app/server";
import { readAssets } from "@/app/x/asset/assets";
import { AssetList } from "@/components/asset/asset-list";
import { XListsNav } from "@/components/asset/x-lists-nav";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { GapNote } from "@/components/state/gap-note";
import { EmptyState } from "@/components/state/state";
import { ChainTag } from "@/components/ui/chain-tag";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

export const metadata: Metadata = { title: "X-Chain assets" };

export default definePage("assets", AssetsPage);

async function AssetsPage({ query }: PageProps<"assets">) {
  const [status, list] = await Promise.all([
    readStatus(),
    toResult(readAssets({ ...query, pageSize: PAGE_ROWS })),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="X" />
            <XListsNav current="assets" />
          </>
        }
        title="X-Chain assets"
        actions={<CsvLink href={hrefTo("assetsCsv", {}, { ...query })} />}
      />
      {!(status instanceof FirnError) && <GapNote status={status} chain="x" />}
      {list instanceof FirnError ? (
        <Failure what="assets" failure={failureOf(list)} />
      ) : list.page.assets.length === 0 ? (
        <Panel label="X-Chain assets">
          <EmptyState title="No assets here">
            {query.before === undefined
              ? "No X-Chain transaction that Firn has created an asset, and the genesis is not known."
              : "Nothing follows this position."}
          </EmptyState>
        </Panel>
      ) : (
        <AssetList path={list.path} first={list.page} before={query.before} />
      )}
    </>
  );
}
