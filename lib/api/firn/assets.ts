import { isAvax } from "../../avalanche/avax";
import { formatAddress, formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/assets";
import { InputError } from "../../errors";
import { type AssetRow, findAsset } from "../../store/queries/asset";
import {
  type AssetShare,
  countAssetTxs,
  listAssetShares,
  listAssets as listRows,
} from "../../store/queries/asset-list";
import { ASSET_CAP, ASSET_TYPE, OUTPUT_TYPES, unpackBytes } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { readHead } from "../page/snapshot-page";
import { isOfGenesis } from "./search-words";

/** Most transactions of an asset that are walked over for its holders: some tens of milliseconds. */
const MOST_TXS = 20_000;
const MOST_HOLDERS = 100;
const OWNER_BYTES = 20;

export const listAssets: Handler<typeof contract.listAssets> = ({ query, read }) =>
  read(async ({ db, pageTokens }) => {
    const before = query.before === undefined ? undefined : await requireAsset(db, query.before);
    const { rows, nextPageToken } = await takePage<AssetRow & { created_position: number }>({
      tokens: pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "assets", before: before?.id },
      start: before?.created_position,
      pageSize: query.pageSize,
      list: async (after, limit) => (await listRows(db, { after, limit })).filter(isCreated),
      cursorOf: ({ created_position }) => created_position,
    });
    return { ...(nextPageToken === undefined ? {} : { nextPageToken }), assets: rows.map(presentListed) };
  });

export const getAsset: Handler<typeof contract.getAsset> = ({ params, read }) =>
  read(async (context) => {
    const assetId = parseId(params.assetId);
    if (isAvax(context.network, assetId)) return presentAvax(context, assetId);
    const row = await requireAsset(context.db, params.assetId);
    const asset = presentListed(row);
    const shown = { ...asset, isAvax: false };
    // A transfer between chains may have ended in a block that is not there.
    if (context.gaps.length > 0) return { ...shown, unknown: "gap" };
    if ((await countAssetTxs(context.db, row.id, MOST_TXS)) > MOST_TXS) return { ...shown, unknown: "many" };
    return { ...shown, ...presentShares(context, asset, await listAssetShares(context.db, row.id)) };
  });

/** AVAX is known without the genesis that created it. */
async function presentAvax(context: RequestContext, assetId: Uint8Array): Promise<contract.FirnAsset> {
  const row = await findAsset(context.db, assetId);
  const { supply } = await readHead(context);
  return {
    ...presentNamed(assetId),
    ...(row !== undefined && isCreated(row) && presentListed(row)),
    isAvax: true,
    ...(supply === null ? {} : { supply: String(supply) }),
    unknown: "avax",
  };
}

function presentNamed(assetId: Uint8Array): contract.ListedAsset {
  return {
    assetId: formatId(assetId),
    name: "Avalanche",
    symbol: "AVAX",
    denomination: 9,
    type: "secp256k1",
    cap: "fixed",
    ofGenesis: true,
  };
}

function presentShares(
  { network }: RequestContext,
  { type }: contract.ListedAsset,
  shares: readonly AssetShare[],
): Pick<contract.FirnAsset, "supply" | "minters" | "holders"> {
  const ownersOf = ({ owners, threshold }: AssetShare) => ({
    addresses: unpackBytes(owners, OWNER_BYTES).map((owner) => formatAddress(network.hrp, owner)),
    threshold,
  });
  const isMint = ({ output_type }: AssetShare) => OUTPUT_TYPES[output_type]?.endsWith(".mint") === true;
  const held = shares
    .filter((share) => !isMint(share))
    .map((share) => ({ share, amount: type === "secp256k1" ? share.amount : BigInt(share.outputs) }))
    .sort((a, b) =>
      a.amount === b.amount ? Buffer.compare(a.share.owners, b.share.owners) : a.amount < b.amount ? 1 : -1,
    );
  return {
    supply: String(held.reduce((total, { amount }) => total + amount, 0n)),
    minters: shares.filter(isMint).map((share) => ({ ...ownersOf(share), rights: share.outputs })),
    holders: {
      count: held.length,
      largest: held
        .slice(0, MOST_HOLDERS)
        .map(({ share, amount }) => ({ ...ownersOf(share), amount: String(amount) })),
    },
  };
}

type CreatedAsset = AssetRow & { created_position: number };

function isCreated(row: AssetRow): row is CreatedAsset {
  return row.created_position !== null;
}

/** @throws InputError NOT_FOUND when its creation is not indexed */
async function requireAsset(db: RequestContext["db"], text: string): Promise<CreatedAsset> {
  const assetId = parseId(text);
  const row = await findAsset(db, assetId);
  if (row !== undefined && isCreated(row)) return row;
  throw new InputError(
    "NOT_FOUND",
    row === undefined
      ? `no asset ${formatId(assetId)} is indexed`
      : `the transaction that created asset ${formatId(assetId)} is not indexed`,
  );
}

const TYPES: readonly contract.ListedAsset["type"][] = ["secp256k1", "nft", "property"];

function presentListed(row: CreatedAsset): contract.ListedAsset {
  return {
    assetId: formatId(row.asset_id),
    name: row.name ?? "",
    symbol: row.symbol ?? "",
    denomination: row.denomination ?? 0,
    type: TYPES[row.asset_type ?? ASSET_TYPE.secp256k1] ?? "secp256k1",
    cap: row.cap === ASSET_CAP.variable ? "variable" : "fixed",
    ofGenesis: isOfGenesis(row.created_position),
    ...(row.created_time === null ? {} : { createdTimestamp: row.created_time }),
  };
}
