import { isAvax } from "../../avalanche/avax";
import { toHex } from "../../avalanche/codec/bytes";
import { formatAddress, formatId } from "../../avalanche/ids";
import type { AssetAmount, AssetDetails } from "../../contract/data/primary-network";
import type { AssetRow } from "../../store/queries/asset";
import { ASSET_CAP, ASSET_TYPE } from "../../store/rows/columns";
import type { AssetTable } from "../../store/tables/utxo";
import type { Dialect } from "../request/dialect";
import type { ServedNetwork } from "../request/network";

/** For which network and client an answer is written, and the assets that it names. */
export interface Presenting {
  network: ServedNetwork;
  dialect: Dialect;
  /** Known facts about assets, by `toHex` of their ids. */
  assets: ReadonlyMap<string, AssetTable>;
  /** Ids and addresses already formatted. A page repeats a few of them, and each costs a hash or a checksum. */
  texts?: Map<string, string>;
}

/** `formatId`, computed once per answer. */
export function writeId({ texts }: Presenting, id: Uint8Array): string {
  return writeOnce(texts, id, formatId);
}

/** An owner's bech32 address, computed once per answer. */
export function writeAddress({ texts, network }: Presenting, address: Uint8Array): string {
  return writeOnce(texts, address, (bytes) => formatAddress(network.hrp, bytes));
}

/** Hex as `toHex` gives it, also for long bytes. */
export function writeBytes(bytes: Uint8Array): string {
  return `0x${bufferOf(bytes).toString("hex")}`;
}

function writeOnce(
  texts: Map<string, string> | undefined,
  bytes: Uint8Array,
  write: (bytes: Uint8Array) => string,
): string {
  const key = bufferOf(bytes).toString("latin1");
  const known = texts?.get(key);
  if (known !== undefined) return known;
  const text = write(bytes);
  texts?.set(key, text);
  return text;
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

type Named = Pick<AssetTable, "name" | "symbol" | "denomination" | "asset_type">;

/** AVAX needs no creating transaction to be known. */
const AVAX: Named = {
  name: "Avalanche",
  symbol: "AVAX",
  denomination: 9,
  asset_type: ASSET_TYPE.secp256k1,
};
const UNKNOWN: Named = { name: null, symbol: null, denomination: null, asset_type: null };

const TYPE_NAMES: Record<number, AssetAmount["type"]> = {
  [ASSET_TYPE.secp256k1]: "secp256k1",
  [ASSET_TYPE.nft]: "nft",
  [ASSET_TYPE.property]: "property",
};

/** An amount of an asset (32-byte id). An asset whose creation is not indexed has no name or symbol. */
export function presentAmount(as: Presenting, assetId: Uint8Array, amount: bigint): AssetAmount {
  const row = as.assets.get(toHex(assetId));
  return { ...presentNaming(as, assetId, row), amount: amount.toString() };
}

/** Undefined when the transaction that created the asset is not indexed. */
export function presentAssetDetails(as: Presenting, row: AssetRow): AssetDetails | undefined {
  const { name, symbol, denomination } = row;
  if (row.cap === null || row.created_position === null) return undefined;
  if (name === null || symbol === null || denomination === null) return undefined;
  return {
    ...presentNaming(as, row.asset_id, row),
    name,
    symbol,
    denomination,
    createdAtTimestamp: row.created_time ?? as.dialect.unknownNumber,
    cap: row.cap === ASSET_CAP.variable ? "variable" : "fixed",
  };
}

function presentNaming(as: Presenting, assetId: Uint8Array, row: Named | undefined) {
  const { network, dialect } = as;
  const known = row !== undefined && row.name !== null ? row : isAvax(network, assetId) ? AVAX : UNKNOWN;
  return {
    assetId: writeId(as, assetId),
    name: known.name ?? dialect.unknownText,
    symbol: known.symbol ?? dialect.unknownText,
    denomination: known.denomination ?? dialect.unknownDecimals,
    type: dialect.assetType(TYPE_NAMES[known.asset_type ?? ASSET_TYPE.secp256k1] ?? "secp256k1"),
  };
}

/** Sums by asset, in the order of first appearance. */
export class AssetSums {
  readonly #sums = new Map<string, { assetId: Uint8Array; amount: bigint }>();

  add(assetId: Uint8Array, amount: bigint): void {
    const key = toHex(assetId);
    const sum = this.#sums.get(key);
    if (sum) sum.amount += amount;
    else this.#sums.set(key, { assetId, amount });
  }

  /** One element for each asset with an amount above 0. */
  present(as: Presenting): AssetAmount[] {
    return [...this.#sums.values()]
      .filter(({ amount }) => amount > 0n)
      .map(({ assetId, amount }) => presentAmount(as, assetId, amount));
  }
}
