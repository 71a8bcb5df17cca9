import { toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-assets";
import { InputError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import type { Handler } from "../handler";
import { presentAssetDetails } from "../present/asset";
import { requireNetwork, requireXChain } from "../request/network";

export const getAssetDetails: Handler<typeof contract.getAssetDetails> = ({ params, read }) =>
  read(async ({ db, network, dialect }) => {
    requireNetwork(network, params.network);
    requireXChain(network, params.blockchainId);
    const assetId = parseId(params.assetId);
    const row = await findAsset(db, assetId);
    const assets = new Map(row === undefined ? [] : [[toHex(assetId), row]]);
    const body = row && presentAssetDetails({ network, dialect, assets }, row);
    if (body !== undefined) return body;
    throw new InputError(
      "NOT_FOUND",
      row === undefined
        ? `no asset ${formatId(assetId)} is indexed`
        : `the transaction that created asset ${formatId(assetId)} is not indexed`,
    );
  });
