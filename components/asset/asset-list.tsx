"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ListedAsset } from "@/lib/contract/firn/assets";
import { hrefTo } from "@/lib/contract/pages";
import { ASSET_TYPES } from "./words";

/** As the API answers it. */
export interface AssetPage extends TokenPage {
  assets: readonly ListedAsset[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Asset", bar: 140 },
  { label: "Symbol", bar: 48 },
  { label: "Kind", bar: 56, wide: true },
  { label: "Supply", bar: 56 },
  { label: "Decimals", bar: 24, right: true, wide: true },
  { label: "Id", bar: 120 },
  { label: "Created", bar: 40, right: true },
];

/** Assets of the X-Chain, last created first. */
export function AssetList({
  path,
  first,
  before,
}: {
  path: string;
  first: AssetPage;
  /** The list begins after an asset. */
  before: string | undefined;
}) {
  return (
    <InfiniteList<AssetPage, ListedAsset>
      path={path}
      first={first}
      rowsOf={({ assets }) => assets}
      idOf={({ assetId }) => assetId}
      caption="X-Chain assets, newest first"
      nouns={["asset", "assets"]}
      columns={COLUMNS}
      cells={(asset) => <Cells asset={asset} />}
      hrefAfter={({ assetId }) => hrefTo("assets", {}, { before: assetId })}
      startHref={before === undefined ? undefined : hrefTo("assets")}
      ending=", newest first"
    />
  );
}

function Cells({ asset }: { asset: ListedAsset }) {
  const { assetId, name, symbol, type, cap, denomination, ofGenesis, createdTimestamp } = asset;
  const href = hrefTo("asset", { id: assetId });
  return (
    <>
      <Cell at="a">
        <Link href={href} prefetch={false}>
          <Name>{name}</Name>
        </Link>
      </Cell>
      <Cell>
        <Name most={12}>{symbol}</Name>
      </Cell>
      <Cell wide>{ASSET_TYPES[type]}</Cell>
      <Cell at="d">{cap === "fixed" ? "Fixed" : "Variable"}</Cell>
      <Cell right wide>
        {denomination}
      </Cell>
      <Cell at="c">
        <HashLink value={assetId} href={href} label="asset" />
      </Cell>
      <Cell right at="b">
        {createdTimestamp !== undefined ? (
          <TimeAgo at={createdTimestamp * 1000} />
        ) : (
          <span className="text-ink-3">{ofGenesis ? "genesis" : "not known"}</span>
        )}
      </Cell>
    </>
  );
}
